'use strict';

/**
 * Lists the groups below one, page by page, then asks for one that is not there, and prints what
 * came as JSON: {"names": [...], "pages": n, "code": n, "message": "...", "details": [...]}.
 *
 * Arguments: the address of the server, the uid of the group above, the uid of the group that is
 * missing, and the directories of the protos. The token is in PLATFORM_TOKEN.
 */
const grpc = require('@grpc/grpc-js');
const protoLoader = require('@grpc/proto-loader');
const protobuf = require('protobufjs');
const path = require('node:path');

const [address, parent, missing, ...protos] = process.argv.slice(2);
const metadata = new grpc.Metadata();
metadata.set('authorization', `Bearer ${process.env.PLATFORM_TOKEN}`);

const { platform } = grpc.loadPackageDefinition(
  protoLoader.loadSync('platform/iam/v2/groups.proto', { includeDirs: protos, longs: String }));
const groups = new platform.iam.v2.GroupsService(address, grpc.credentials.createInsecure());

function call(method, request) {
  return new Promise((resolve, reject) => {
    groups[method](request, metadata, { deadline: Date.now() + 30_000 },
      (error, answer) => (error ? reject(error) : resolve(answer)));
  });
}

/** The messages in the details of an error, each with the name of its type. */
function details(error) {
  const root = new protobuf.Root();
  root.resolvePath = (origin, target) => path.join(protos[protos.length - 1], target);
  root.loadSync(['google/rpc/status.proto', 'google/rpc/error_details.proto']);
  const [bytes] = error.metadata.get('grpc-status-details-bin');
  const status = root.lookupType('google.rpc.Status').decode(bytes);
  return status.details.map((any) => {
    const name = any.type_url.split('/').pop();
    return { type: name, ...root.lookupType(name).decode(any.value).toJSON() };
  });
}

async function main() {
  const names = [];
  let pages = 0;
  let pageToken = '';
  do {
    const page = await call('listGroups',
      { uidp: { childrenOf: parent }, orderBy: 'name', pageSize: 2, pageToken });
    names.push(...page.groups.map((group) => group.name));
    pages += 1;
    pageToken = page.nextPageToken;
  } while (pageToken);
  const error = await call('getGroup', { uid: missing }).then(
    () => { throw new Error('there is such a group'); },
    (refusal) => refusal);
  console.log(JSON.stringify(
    { names, pages, code: error.code, message: error.details, details: details(error) }));
  groups.close();
}

main();

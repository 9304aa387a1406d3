/**
 * What the two versions say of the same thing: how their answers and their fields differ.
 *
 * @typedef {'same' | 'renamed' | 'form' | 'only'} Mark
 * @typedef {{depth: number, text: string, mark: Mark}} Line
 * @typedef {(name: string) => string} Rename
 */

/**
 * The path of each collection in version 1, and the names there of fields that have another one. A test compares them
 * with the words by which the tests translate.
 *
 * @type {Record<string, {path: string, renamed: Record<string, string>}>}
 */
export const WORDS = {
  "groups": { "path": "/iam/v1/groups", "renamed": { "uid": "id" } },
  "identities": {
    "path": "/iam/v1/identities",
    "renamed": { "uid": "id", "parent": "parentId", "createTime": "createdAt", "updateTime": "updatedAt", "lastSeenTime": "lastSeen", "staticKeys": "static" }
  },
  "roles": { "path": "/iam/v1/roles", "renamed": { "uid": "id", "parent": "parentId" } },
  "roleBindings": {
    "path": "/iam/v1/rolebindings",
    "renamed": { "uid": "id", "identityUid": "identity", "roleUid": "role", "createTime": "createdAt" }
  },
  "groupInvites": {
    "path": "/iam/v1/group_invites",
    "renamed": { "uid": "id", "parent": "group", "roleUid": "role", "expirationTime": "expiration", "createTime": "createdAt" }
  },
  "identityProviders": { "path": "/iam/v1/identityProviders", "renamed": { "uid": "id", "parent": "parentId" } },
  "accountAssociations": { "path": "/iam/v1/account_associations", "renamed": { "uid": "group" } },
  "repos": { "path": "/registry/v1/repos", "renamed": { "uid": "id", "parent": "parentId" } },
  "tags": { "path": "/registry/v1/tags", "renamed": { "uid": "id", "parent": "repoId", "updateTime": "lastUpdated" } },
  "advisories": {
    "path": "/vulnerabilities/v1/advisories",
    "renamed": { "uid": "id", "createTime": "createdAt", "updateTime": "updatedAt", "deleteTime": "deletedAt", "legacyAdvisoryId": "legacyAdvisoryID" }
  }
};

/**
 * Returns what translates the names of version 2 to those of version 1, and back.
 *
 * @param {string} plural a collection in version 2
 * @returns {{to1: Rename, to2: Rename}}
 */
export function renames(plural) {
  const to1 = { [plural]: 'items', ...WORDS[plural].renamed };
  const to2 = Object.fromEntries(Object.entries(to1).map(([name, other]) => [other, name]));
  return { to1: (name) => to1[name] ?? name, to2: (name) => to2[name] ?? name };
}

/**
 * Writes JSON in lines, each with how it differs from what the other version has in its place.
 *
 * @param {any} value
 * @param {any} other undefined if there is nothing
 * @param {Rename} rename from the names of this version to those of the other one
 * @param {number} [depth]
 * @param {string} [name] in front of the value
 * @param {boolean} [renamed] whether the other version has another name for it
 * @param {string} [end] after the value
 * @returns {Line[]}
 */
export function linesOf(value, other, rename, depth = 0, name = '', renamed = false, end = '') {
  const before = name && `${JSON.stringify(name)}: `;
  const mark = other === undefined ? 'only' : renamed ? 'renamed' : 'same';
  if (value === null || typeof value !== 'object') {
    const differs = other !== undefined && other !== value;
    return [{ depth, text: `${before}${JSON.stringify(value)}${end}`, mark: differs ? 'form' : mark }];
  }
  const array = Array.isArray(value);
  const [open, close] = array ? '[]' : '{}';
  const entries = Object.entries(value);
  const changed = other !== undefined && (typeof other !== 'object' || other === null || Array.isArray(other) !== array);
  if (entries.length === 0) {
    return [{ depth, text: `${before}${open}${close}${end}`, mark: changed ? 'form' : mark }];
  }
  const within = changed ? undefined : other;
  return [
    { depth, text: `${before}${open}`, mark: changed ? 'form' : mark },
    ...entries.flatMap(([key, each], index) => {
      const there = array ? key : rename(key);
      const comma = index < entries.length - 1 ? ',' : '';
      return linesOf(each, within?.[there], rename, depth + 1, array ? '' : key, there !== key, comma);
    }),
    { depth, text: `${close}${end}`, mark: changed ? 'form' : mark },
  ];
}

/**
 * Returns the fields of a header, each with how it differs from what the other version has.
 *
 * @param {Headers} headers
 * @param {Headers} other
 * @returns {{name: string, value: string, mark: Mark}[]}
 */
export function marksOf(headers, other) {
  return [...headers].map(([name, value]) => {
    const there = other.get(name);
    return { name, value, mark: there === null ? 'only' : there === value ? 'same' : 'form' };
  });
}

/**
 * Returns the schema to which a reference leads.
 *
 * @param {any} document
 * @param {any} schema
 */
function resolved(document, schema) {
  const name = schema?.$ref?.split('/').at(-1);
  return name ? document.components.schemas[name] : schema;
}

/**
 * Returns the fields of the resources in a list.
 *
 * @param {any} document OpenAPI
 * @param {string} path of the list
 * @param {string} key of the resources in the answer
 * @returns {Record<string, any>}
 */
export function fieldsOf(document, path, key) {
  const schema = document.paths[path]?.get?.responses?.['200']?.content?.['application/json']?.schema;
  const items = resolved(document, schema)?.properties?.[key]?.items;
  return resolved(document, items)?.properties ?? {};
}

/**
 * Describes the form of a field in words by which two versions can be compared.
 *
 * @param {any} document
 * @param {any} schema
 * @returns {string}
 */
export function formOf(document, schema) {
  const inner = schema?.allOf?.length === 1 ? schema.allOf[0] : schema;
  const found = resolved(document, inner) ?? {};
  if (found.enum) {
    return `one of ${found.enum.length}: ${found.enum.at(-1)}`;
  }
  if (found.type === 'array') {
    return `list of ${formOf(document, found.items)}`;
  }
  if (found.properties) {
    return `object with ${Object.keys(found.properties).sort().join(', ')}`;
  }
  return found.format ? `${found.type} (${found.format})` : (found.type ?? 'any');
}

/**
 * Compares the fields of a collection in both documents.
 *
 * @param {string} plural
 * @param {string} path in version 2
 * @param {any} second the document of version 2
 * @param {any} first that of version 1
 * @returns {{name?: string, first?: string, mark: Mark, form?: string, formInFirst?: string}[]}
 */
export function compareFields(plural, path, second, first) {
  const mine = fieldsOf(second, path, plural);
  const theirs = fieldsOf(first, WORDS[plural].path, 'items');
  const { to1, to2 } = renames(plural);
  const rows = Object.entries(mine).map(([name, schema]) => {
    const other = to1(name);
    if (!theirs[other]) {
      return { name, mark: /** @type {Mark} */ ('only'), form: formOf(second, schema) };
    }
    const form = formOf(second, schema);
    const formInFirst = formOf(first, theirs[other]);
    /** @type {Mark} */
    const mark = form !== formInFirst ? 'form' : other === name ? 'same' : 'renamed';
    return { name, first: other, mark, form, formInFirst };
  });
  const rest = Object.keys(theirs)
    .filter((name) => !mine[to2(name)] || to1(to2(name)) !== name)
    .map((name) => ({ first: name, mark: /** @type {Mark} */ ('only'), formInFirst: formOf(first, theirs[name]) }));
  return [...rows, ...rest];
}

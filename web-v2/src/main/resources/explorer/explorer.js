"use strict";

// The explorer: Swagger UI, the choice of the document, and who calls. What is here is what runs.

/** Where a token in the address is accepted: a link to any other host could sign somebody in as its author. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

const TOKEN_IN_ADDRESS = "#token=";

/** What the command that is shown has in the place of the token: a shell puts in the value of a variable. */
const TOKEN_IN_COMMAND = '-H "Authorization: Bearer $TOKEN"';

/** The access token of the caller, in the memory of this page only; null if nobody is signed in. */
let accessToken = null;

const byId = (id) => document.getElementById(id);

/** Takes a token out of the address, and signs in with it if that is allowed. */
function takeTokenOfAddress() {
  if (!location.hash.startsWith(TOKEN_IN_ADDRESS)) {
    return;
  }
  const token = location.hash.slice(TOKEN_IN_ADDRESS.length);
  history.replaceState(null, "", location.pathname + location.search);
  if (LOOPBACK.includes(location.hostname) && accessToken === null) {
    signIn(token);
  }
}

/** Signs in, and shows as whom. The token counts from the beginning, so that no other one can take its place. */
async function signIn(token) {
  setToken(token, "Signing in …");
  try {
    const caller = await introspect(token);
    if (accessToken === token) {
      setToken(token, describe(caller));
    }
  } catch (error) {
    if (accessToken === token) {
      signOut(`Not signed in: ${error.message}`);
    }
  }
}

function signOut(why) {
  setToken(null, why);
}

function setToken(token, caller) {
  accessToken = token;
  byId("caller").textContent = caller;
  byId("sign-in").hidden = token !== null;
  byId("sign-out").hidden = token === null;
}

/** Asks the server what a token says, and what its holder may do. */
async function introspect(token) {
  const response = await fetch("/auth/v1/ok", { headers: authorization(token), cache: "no-store" });
  const answer = await response.json();
  if (!response.ok) {
    throw new Error(answer.message);
  }
  return answer;
}

function authorization(token) {
  return { Authorization: `Bearer ${token}` };
}

/** Describes a caller in a line: the identity, its roles, and until when. */
function describe(caller) {
  const rights = (caller.capabilities ?? []).map(
    ({ group, role, capabilities }) => `${role?.name ?? capabilities.join(", ")} of ${group.id}`,
  );
  const until = new Date(caller.expiry).toLocaleString();
  return `Signed in as ${caller.subject}, ${rights.join("; ") || "without a role"}, until ${until}`;
}

/** Hides what Swagger UI has for signing in, and the token in the requests that it shows. */
function plugin() {
  const nothing = () => () => null;
  return {
    wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing },
    statePlugins: {
      spec: {
        wrapActions: {
          setMutatedRequest: (set) => (path, method, request) => set(path, method, shown(request)),
        },
      },
    },
  };
}

/** Returns a request as it is shown, which is a command of curl. Swagger UI quotes header fields, but no options. */
function shown(request) {
  const { Authorization: token, ...headers } = request.headers;
  return token ? { ...request, headers, curlOptions: [TOKEN_IN_COMMAND] } : request;
}

/** Sends the token with what is tried out. The documents need none. */
function authorize(request) {
  const own = new URL(request.url, location.href).origin === location.origin;
  if (accessToken !== null && own && !request.loadSpec) {
    Object.assign(request.headers, authorization(accessToken));
  }
  return request;
}

function start() {
  const choice = byId("document");
  const explorer = SwaggerUIBundle({
    domNode: byId("swagger-ui"),
    url: choice.value,
    layout: "BaseLayout",
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [plugin],
    requestInterceptor: authorize,
    queryConfigEnabled: false,
    validatorUrl: null,
    persistAuthorization: false,
    deepLinking: false,
    docExpansion: "none",
    defaultModelsExpandDepth: 0,
    filter: true,
  });
  choice.addEventListener("change", () => {
    explorer.specActions.updateUrl(choice.value);
    explorer.specActions.download(choice.value);
  });
  byId("sign-out").addEventListener("click", () => signOut("Not signed in"));
  byId("sign-in").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = byId("token");
    signIn(field.value.trim());
    field.value = "";
  });
}

takeTokenOfAddress();
addEventListener("hashchange", takeTokenOfAddress);
addEventListener("DOMContentLoaded", start);

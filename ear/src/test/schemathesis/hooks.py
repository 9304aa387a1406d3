"""Tells Schemathesis which resources are there, and what no schema can say about requests.

PLATFORM_VALUES names a file of JSON, which SchemathesisIT writes: the uids of resources by the paths
of their kinds, and other values by what they are.
"""

import json
import os
import urllib.parse

import schemathesis
from schemathesis.generation.meta import TestPhase

with open(os.environ["PLATFORM_VALUES"], encoding="utf-8") as file:
    VALUES = json.load(file)


def one_of(name):
    """Returns a schema of the values of a kind."""
    return {"enum": VALUES[name]}


# Parameters, by their names. None leaves one out.
PARAMETERS = {
    "artifact_id": one_of("artifacts"),
    "as_of": {"enum": ["1970-01-01T00:00:00Z", "2024-02-29T12:30:00.5+01:00"]},
    "cap": {"items": {"enum": ["groups.list"]}},
    "digest": one_of("digests"),
    "group": one_of("groups"),
    "identity": one_of("identities"),
    "parent": one_of("groups"),
    "parent_id": one_of("groups"),
    "repo_id": one_of("repos"),
    "role": one_of("roles"),
    "repo_uid": one_of("repos"),
    "scope": one_of("groups"),
    "scopes": {"items": one_of("groups")},
    "aud": {"items": {"enum": VALUES["audiences"]}},
    "uidp.ancestors_of": one_of("groups"),
    "uidp.children_of": one_of("groups"),
    "uidp.descendants_of": one_of("groups"),
    "uidp.ids": {"items": one_of("groups")},
    "ecosystem": {"enum": ["java", "python"]},
    "ecosystems": {"items": one_of("ecosystems")},
    "id": one_of("groups"),
    "issuer": {"enum": ["https://issuer.test/0"]},
    "name": {"minLength": 1},
    "subject": {"enum": ["subject"]},
    # Not together with offset and limit.
    "page": None,
    "per_page": None,
    # It comes from the page before.
    "page_token": None,
    # They name fields, which differ from kind to kind.
    "order_by": None,
    "updateMask": None,
    # Not before the start, which Schemathesis makes with offsets of more than 18 hours.
    "end": None,
    "start": {"enum": ["1970-01-01T00:00:00Z", "2024-02-29T12:30:00.5+01:00"]},
    # Schemathesis makes entity tags without quotes of their pattern.
    "If-Match": {"enum": ["*", '"0"', '"999"']},
    "If-Modified-Since": {"enum": ["Tue, 05 Mar 2024 07:08:09 GMT"]},
    "If-None-Match": {"enum": ["*", '"0"']},
}

# Properties of bodies, by their names, or with those of their messages. None leaves one out.
PROPERTIES = {
    "OsvQuery.page_token": None,
    "OsvQuery.version": {"enum": ["1.0"]},
    "OsvQuery.package": {
        "enum": [{"ecosystem": "PyPI", "name": "lib"}, {"purl": "pkg:pypi/lib"}, {"purl": "pkg:npm/lib"}]
    },
    "defaultRole": one_of("roles"),
    "group": one_of("groups"),
    "identity": one_of("identities"),
    "identityUid": one_of("identities"),
    "parent": one_of("groups"),
    "parentId": one_of("groups"),
    "repoUid": one_of("repos"),
    "role": one_of("roles"),
    "roleUid": one_of("roles"),
    "source": one_of("repos"),
    "accountType": {"enum": ["AMAZON"]},
    "capabilities": {"items": one_of("capabilities")},
    "providerType": {"enum": ["ACCOUNT_PROVIDER_TYPE_AMAZON"]},
    "ReviewSourceRequest.state": {"enum": ["APPROVED", "REJECTED"]},
    # Only appended by another method.
    "events": None,
    "email": {"enum": ["jane@example.com"]},
    "name": {"maxLength": 60},
    # Not in the future, and not before the last event.
    "timestamp": None,
    # Their names have rules of their own.
    "annotations": {"enum": [{"test.example/key": ""}]},
    "claims": {"enum": [{"claim": "value"}]},
    "environment": {"enum": [{"VARIABLE": "value"}]},
    "defaults": {"enum": [{"apk": "Wolfi"}]},
    "clientIds": {"enum": [{"component": "client"}]},
    "appInstallations": {"enum": [{"1": {"installations": [{"installationId": "2"}]}}]},
    "manifest": {"enum": VALUES["images"]},
    "children": None,
    "configs": None,
    "issuer": {"enum": ["https://issuer.test", "https://issuer.test/a"]},
    "ttl": {"pattern": "^[1-9][0-9]{0,6}s$"},
    # Without it a secret is required.
    "pkceEnabled": {"enum": [True]},
    # Their names are uids.
    "serviceBindings": None,
    # Sets of keys, regular expressions, and what must match them.
    "awsIdentity": None,
    "claimPatterns": None,
    "audiencePattern": None,
    "issuerPattern": None,
    "static": None,
    "staticKeys": None,
    "subjectPattern": None,
    # Each binding has them, or else all have those of the batch.
    "BatchCreateRoleBindingsRequest.roleUid": None,
    "CreateRoleBindingRequest.parent": None,
    # Each organization may have one.
    "RegistryNamespace.Create.groupUid": one_of("organizations"),
    "RegistryNamespace.Create.name": one_of("namespaces"),
    # Base64 of UTF-8.
    "findings": None,
    # Not the first of its values, which differ between the versions.
    "servicePrincipal": None,
    # They cannot be changed.
    "Advisory.Update.artifactArchitecture": None,
    "Advisory.Update.artifactName": None,
    "Advisory.Update.artifactType": None,
    "Source.Update.format": None,
    "Source.Update.name": None,
    "Tag.Update.name": None,
    "correlationRule": None,
    # Only operators set these, or only organizations have them.
    "kind": None,
    "status": None,
    "verified": None,
}

# What must be in messages whose names end so: what is not given keeps its value, which the schemas cannot know.
REQUIRED = {
    "AccountAssociation.Azure.Update": ["tenantId", "clientIds"],
    "AccountAssociation.Google.Update": ["projectId", "projectNumber"],
    "IdentityProvider.OIDC.Create": ["pkceEnabled"],
    "IdentityProvider.OIDC.Update": ["issuer", "clientId", "pkceEnabled"],
    "RoleBinding.Create": ["roleUid"],
    "SyncConfig.Update": ["source"],
}

# What the variable of a path is, by what is before it.
OTHERS = {
    "/hub/advisories": "advisories",
    "/hub/imports": "imports",
    "/libraries/v1/artifacts": "artifacts",
    "/operator/feeds": "feeds",
    "/operator/organizations": "lost",
    "/vulnerabilities/v1/advisory_events": "events",
}

# What is below the feed that never changes.
OF_FEEDS = {"uid": "published", "ecosystem": "published ecosystems", "id": "published records"}

PROTECTED = set(VALUES["protected"])
MISSING = VALUES["protected"][0] + "/0123456789abcdef"


def in_path(path, method, name):
    """Returns a schema of what a variable of a path may be."""
    prefix, _, rest = path.partition("/{")
    if prefix == "/feeds":
        return one_of(OF_FEEDS[name])
    if prefix in OTHERS:
        return one_of(OTHERS[prefix])
    if prefix not in VALUES["paths"] or name in ("repo_uid", "repo_id", "digest"):
        return PARAMETERS.get(name)
    resources = VALUES["paths"][prefix]
    if method == "delete":
        return {"enum": resources["spare"]}
    return {"enum": resources["parents" if method == "post" and rest.endswith("}") else "kept"]}


def narrow(schema, by):
    if schema.pop("$ref", None):
        schema["type"] = "string"
    for keyword, value in by.items():
        if keyword == "items":
            narrow(schema["items"], value)
        else:
            schema[keyword] = value
    if "enum" in by:
        for keyword in ("pattern", "minLength", "maxLength", "properties"):
            schema.pop(keyword, None)


def narrow_properties(schema, schemas, done, message=""):
    """Narrows the properties of a schema, and of all schemas to which it refers."""
    if isinstance(schema, list):
        for each in schema:
            narrow_properties(each, schemas, done, message)
    elif isinstance(schema, dict):
        name = schema.get("$ref", "").rpartition("/")[2]
        if name and name not in done:
            done.add(name)
            for suffix, fields in REQUIRED.items():
                if name.endswith(suffix):
                    required = schemas[name].setdefault("required", [])
                    required.extend(field for field in fields if field not in required)
            narrow_properties(schemas[name], schemas, done, name)
        properties = schema.get("properties", {})
        for key in list(properties):
            full = f".{message}.{key}"
            named = [each for each in PROPERTIES if full.endswith("." + each)]
            by = PROPERTIES[max(named, key=len)] if named else {}
            if by is None:
                del properties[key]
                without_choice(schema, key)
            else:
                narrow(properties[key], by)
        for value in list(schema.values()):
            narrow_properties(value, schemas, done, message)


def without_choice(schema, key):
    """Takes a property from those of which a message must have one."""
    for each in schema.get("allOf", []):
        if "anyOf" in each:
            each["anyOf"] = [choice for choice in each["anyOf"] if choice != {"required": [key]}]


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Narrows what requests may say to what this server accepts in its present state."""
    components = raw_schema["components"]
    done = set()
    for parameter in components["parameters"].values():
        if PARAMETERS.get(parameter["name"]):
            narrow(parameter["schema"], PARAMETERS[parameter["name"]])
    for path, item in raw_schema["paths"].items():
        for method, operation in item.items():
            narrow_parameters(path, method, operation, components["schemas"])
            narrow_properties(operation.get("requestBody", {}), components["schemas"], done)


def narrow_parameters(path, method, operation, schemas):
    kept = []
    for parameter in operation.get("parameters", []):
        name = parameter.get("name") or parameter["$ref"].rpartition("/")[2]
        by = PARAMETERS.get(name, {})
        if parameter.get("in") == "path":
            by = in_path(path, method, name)
        elif path in VALUES["paths"] and name in ("parent", "parent_id", "repo_id"):
            by = {"enum": VALUES["paths"][path]["parents"]}
        elif path == "/registry/repositories":
            by = one_of("names")
        if by is not None:
            if "schema" in parameter:
                # Schemathesis sends nothing for what is described elsewhere.
                name = parameter["schema"].get("$ref", "").rpartition("/")[2]
                parameter["schema"] = dict(schemas.get(name, parameter["schema"]))
                narrow(parameter["schema"], by)
            kept.append(parameter)
    operation["parameters"] = kept


@schemathesis.hook
def before_call(context, case, kwargs):
    """Keeps requests from taking from the caller what it needs: it may name what it finds in lists."""
    if case.method in ("DELETE", "PATCH", "PUT"):
        for name, value in (case.path_parameters or {}).items():
            if urllib.parse.unquote(str(value)) in PROTECTED:
                case.path_parameters[name] = urllib.parse.quote(MISSING, safe="")
    # In a sequence of requests the feed may be a new one, of which there are no files yet.
    if case.operation.path.startswith("/feeds/"):
        case.path_parameters["uid"] = urllib.parse.quote(VALUES["published"][0], safe="")
    # In a sequence of requests what was deleted must be gone afterwards, which a dry run does not promise.
    if case.method == "DELETE" and case.meta and case.meta.phase.name == TestPhase.STATEFUL:
        case.headers["Platform-Validate-Only"] = "false"

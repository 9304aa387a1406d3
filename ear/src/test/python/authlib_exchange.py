"""Exchanges a token with authlib, and verifies what it gets with what the server publishes.

Arguments: the issuer, the identity, the file with the token. Prints the subject.
"""

import sys

import requests
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, JsonWebToken

issuer, identity, file = sys.argv[1:]
metadata = requests.get(issuer + "/.well-known/openid-configuration", timeout=30).json()
with open(file, encoding="ascii") as source:
    subject_token = source.read()
session = OAuth2Session(token_endpoint_auth_method="none")
token = session.fetch_token(
    issuer + "/sts/exchange",
    grant_type="urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token=subject_token,
    subject_token_type="urn:ietf:params:oauth:token-type:jwt",
    identity=identity,
)
keys = JsonWebKey.import_key_set(requests.get(metadata["jwks_uri"], timeout=30).json())
claims = JsonWebToken(["ES256"]).decode(
    token["access_token"],
    keys,
    claims_options={
        "iss": {"essential": True, "value": metadata["issuer"]},
        "aud": {"essential": True, "value": issuer},
        "exp": {"essential": True},
    },
)
claims.validate()
print(claims["sub"])

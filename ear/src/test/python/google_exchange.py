"""Exchanges a token with google-auth, which knows a file with the token, a URL and nothing else.

Arguments: the URL of the exchange, the audience, the file. Prints the token that it gets.
"""

import sys

from google.auth import identity_pool
from google.auth.transport.requests import Request

url, audience, file = sys.argv[1:]
credentials = identity_pool.Credentials.from_info(
    {
        "type": "external_account",
        "audience": audience,
        "subject_token_type": "urn:ietf:params:oauth:token-type:jwt",
        "token_url": url,
        "credential_source": {"file": file},
    }
)
credentials.refresh(Request())
if credentials.expired or not credentials.valid:
    raise SystemExit("the token is not valid")
print(credentials.token)

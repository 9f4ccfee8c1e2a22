"""A client with requests-oauthlib, which leaves the verifier to its user."""
import base64
import hashlib
import json
import secrets
import sys

import requests
from requests_oauthlib import OAuth2Session

issuer, client, secret, redirect = sys.argv[1:]
metadata = requests.get(f"{issuer}/.well-known/openid-configuration").json()
verifier = secrets.token_urlsafe(48)
digest = hashlib.sha256(verifier.encode()).digest()
challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
session = OAuth2Session(client, redirect_uri=redirect, scope=["openid", "profile", "email"])
url, state = session.authorization_url(
    metadata["authorization_endpoint"], code_challenge=challenge, code_challenge_method="S256")
print("open", url, flush=True)
session.fetch_token(
    metadata["token_endpoint"], authorization_response=input(),
    auth=(client, secret), code_verifier=verifier)
answer = session.get(metadata["userinfo_endpoint"])
print("subject", answer.json()["sub"], flush=True)
for line in sys.stdin:
    try:
        if line.strip() == "refresh":
            session.refresh_token(metadata["token_endpoint"], auth=(client, secret))
            print("refreshed", flush=True)
        else:
            answer = session.get(metadata["userinfo_endpoint"])
            print("status", answer.status_code, flush=True)
    except Exception as error:  # whatever the package raises
        print("refused", json.dumps(str(error)), flush=True)

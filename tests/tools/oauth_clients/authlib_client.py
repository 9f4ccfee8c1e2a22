"""A client with Authlib: prints the URL for the browser, reads the one that came back."""
import json
import sys

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt
from authlib.oidc.core import CodeIDToken

issuer, client, secret, redirect = sys.argv[1:]
metadata = requests.get(f"{issuer}/.well-known/openid-configuration").json()
session = OAuth2Session(
    client, secret, redirect_uri=redirect, scope="openid profile email",
    code_challenge_method="S256", token_endpoint_auth_method="client_secret_basic",
)
verifier, nonce = generate_token(48), generate_token(20)
url, state = session.create_authorization_url(
    metadata["authorization_endpoint"], code_verifier=verifier, nonce=nonce)
print("open", url, flush=True)
token = session.fetch_token(
    metadata["token_endpoint"], authorization_response=input(), state=state, code_verifier=verifier)
keys = JsonWebKey.import_key_set(requests.get(metadata["jwks_uri"]).json())
claims = jwt.decode(
    token["id_token"], keys, claims_cls=CodeIDToken,
    claims_options={"iss": {"value": issuer}, "aud": {"value": client}},
    claims_params={"nonce": nonce, "client_id": client, "access_token": token["access_token"]})
claims.validate()
print("subject", claims["sub"], flush=True)
for line in sys.stdin:
    try:
        if line.strip() == "refresh":
            session.refresh_token(metadata["token_endpoint"])
            print("refreshed", flush=True)
        else:
            answer = session.get(metadata["userinfo_endpoint"])
            print("status", answer.status_code, flush=True)
    except Exception as error:  # whatever the package raises
        print("refused", json.dumps(str(error)), flush=True)

import { AccountPage } from "@x/auth/account";
import { SqliteAdapter } from "@x/auth/adapters/sqlite";
import { OAuthServer } from "@x/auth/oauth-server";
import Nodemailer, { terminal } from "@x/auth/providers/nodemailer";
import { defineAuth } from "@x/auth/server";

export const resource = "http://localhost:8000/mcp";
export const adapter = SqliteAdapter(":memory:"); // a path such as "app.db" keeps the data

export const auth = defineAuth({
  // `terminal` prints emails; smtps://user:password@mail.example:465 in its place sends them.
  providers: [Nodemailer({ server: terminal, from: "Acme <no-reply@acme.example>" })],
  adapter,
  session: { revocation: {} }, // what ends a user ends the tokens too
  account: AccountPage(), // its row "Apps with access" ends the access of an assistant
  oauthServer: OAuthServer({
    issuer: "http://localhost:8000", // the public origin of your app
    resources: { [resource]: { name: "Projects", scopes: ["project:read"] } },
    registration: { metadataDocuments: "ask", dynamic: "open" },
  }),
  texts: { en: { scopes: { "project:read": "Read your projects" } } },
  theme: { name: "Acme" },
});

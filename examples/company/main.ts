// A company decides which agents act for its people, and nobody is asked at the app (ID-JAG):
//
//     deno run --allow-net --allow-env --allow-sys --allow-read examples/company/main.ts

import { askProjects } from "./agent.ts";
import { startApp } from "./app.ts";
import { startCompany } from "./provider.ts";

const callback = "http://localhost:7000/callback";
const atCompany = { id: "agent", secret: "a-secret-at-the-company-with-32-characters" };
const atApp = { id: "agent-of-acme", secret: "a-secret-at-the-app-with-32-characters" };

await using company = await startCompany({
  port: 9000,
  agent: { ...atCompany, redirectUri: callback },
  allowed: new Map([
    ["agent", new Map([["http://localhost:8000", { client: atApp.id, scope: "project:read" }]])],
  ]),
});
await using app = await startApp({
  port: 8000,
  company: company.issuer,
  people: { ada: "ada@acme.example" },
  agent: atApp,
});

const answer = await askProjects({
  company: company.issuer,
  atCompany: { ...atCompany, redirectUri: callback },
  ...app,
  atApp,
  async open(url) {
    console.log(`Open ${url} and sign in as ada, with any password.`);
    const { promise, resolve } = Promise.withResolvers<URL>();
    const server = Deno.serve({ port: 7000, hostname: "localhost", onListen() {} }, (request) => {
      const back = new URL(request.url);
      if (back.pathname !== "/callback") return new Response(null, { status: 404 });
      resolve(back);
      return new Response("You can close this window.");
    });
    const back = await promise;
    await server.shutdown();
    return back;
  },
});
console.log(answer);
Deno.exit();

/**
 * An editor that completes `signIn("` offers the ids of the config, or those of
 * the library when the type of the config has none.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { BuiltInProviderId } from "../../src/types/mod.ts";
import { compilerService, root } from "./_service.ts";

const providers = `providers: [
  GitHub,
  { id: "acme", name: "Acme", type: "oidc", issuer: "https://acme.example" },
]`;
const imports = `
  import type { AuthConfig } from "@x/auth";
  import GitHub from "@x/auth/providers/github";
  declare const general: AuthConfig;
  declare const any: any;
`;

/** Completions that an editor offers at the bar in a program. */
async function complete(program: string): Promise<string[]> {
  const { service, file, edit } = await compilerService();
  const at = (imports + program).indexOf("|");
  edit((imports + program).replace("|", ""));
  const found = service.getCompletionsAtPosition(file, at, undefined);
  return (found?.entries ?? []).map(({ name }) => name).sort();
}

const KNOWN: Record<string, string> = {
  "DenoAuth()": `
    import { DenoAuth } from "@x/auth/deno";
    DenoAuth({ ${providers} }).signIn(any, "|");`,
  "DenoAuth() of defineAuth()": `
    import { DenoAuth } from "@x/auth/deno";
    import { defineAuth } from "@x/auth/server";
    DenoAuth(defineAuth({ ${providers} })).signIn(any, "|");`,
  "DenoAuth() of a function": `
    import { DenoAuth } from "@x/auth/deno";
    DenoAuth(() => ({ ${providers} })).signIn(any, "|");`,
  "HonoAuth()": `
    import { HonoAuth } from "@x/auth/hono";
    HonoAuth({ ${providers} }).signIn(any, "|");`,
  "NextAuth()": `
    import NextAuth from "@x/auth/next";
    const { signIn } = NextAuth({ ${providers} });
    signIn("|");`,
  "signIn() of SolidStart": `
    import { signIn } from "@x/auth/solid-start";
    import { defineAuth } from "@x/auth/server";
    signIn(any, defineAuth({ ${providers} }), "|");`,
};

for (const [name, program] of Object.entries(KNOWN)) {
  Deno.test(`completion: ${name} offers the ids of its config`, async () => {
    assertEquals(await complete(program), ["acme", "github"]);
  });
}

const OPEN: Record<string, string> = {
  "DenoAuth() of any config": `
    import { DenoAuth } from "@x/auth/deno";
    DenoAuth(general).signIn(any, "|");`,
  "NextAuth() of any config": `
    import NextAuth from "@x/auth/next";
    NextAuth(general).signIn("|");`,
  "signIn() of Hono": `
    import { signIn } from "@x/auth/hono";
    signIn(any, "|");`,
  "signIn() of the server": `
    import { signIn } from "@x/auth/server";
    signIn(any, general, "|");`,
  "signIn() of the browser": `
    import { signIn } from "@x/auth/client";
    signIn("|");`,
  "signIn() of React": `
    import { signIn } from "@x/auth/next/react";
    signIn("|");`,
};

for (const [name, program] of Object.entries(OPEN)) {
  Deno.test(`completion: ${name} offers the ids of the library`, async () => {
    const offered = await complete(program);
    const table = await Deno.readTextFile(`${root}/src/types/provider_id.ts`);
    const [type] = /type BuiltInProviderId =[^;]+/.exec(table)!;
    assertEquals(offered, [...type.matchAll(/"(.+)"/g)].map(([, id]) => id).sort());
    assert(offered.length >= 104, `${offered.length}`);
    const some: BuiltInProviderId[] = ["github", "passkey", "nodemailer"];
    for (const id of some) assert(offered.includes(id), id);
  });
}

/**
 * Prints what many companies cost: 1,000 connections in one process, and a directory of 10,000 people and
 * 200 groups whose server is killed three times.
 *
 *     deno run -A --v8-flags=--expose-gc tests/bench/companies.ts [--quick]
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import type { KeyFunctions } from "../../src/capabilities/keys/typed.ts";
import { Scim } from "../../src/capabilities/scim/mod.ts";
import { createWorld } from "../flows/_connections.ts";
import { APP, createOrg, createOrgApp, done, signIn } from "../flows/_organizations.ts";

const quick = Deno.args.includes("--quick");
const COMPANIES = quick ? 50 : 1000;
const USERS = quick ? 300 : 10_000;
const GROUPS = quick ? 6 : 200;
const KILLS = 3;

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Megabytes that live now. */
function heap(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return Deno.memoryUsage().heapUsed / 1024 ** 2;
}

async function printConnections(): Promise<void> {
  const world = createWorld();
  const page = async () => {
    const began = performance.now();
    const response = await Auth(new Request(`${APP}/auth/signin`), world.app.config);
    const first = performance.now() - began;
    return { first, bytes: (await response.text()).length };
  };
  const measure = async () => {
    const all = [];
    for (let round = 0; round < 51; round++) all.push(await page());
    return { first: median(all.map(({ first }) => first)), bytes: all.at(-1)!.bytes };
  };
  const companies = [await world.company("c0")];
  await measure();
  const one = await measure();
  while (companies.length < COMPANIES) {
    companies.push(await world.company(`c${companies.length}`));
  }
  const many = await measure();
  const discoveries = () => companies.reduce((sum, { idp }) => sum + idp.count("discovery"), 0);
  const known = discoveries();
  const before = heap();
  const rounds: number[][] = [];
  for (let round = 0; round < 2; round++) {
    const times = [];
    for (const { slug } of companies) {
      const browser = world.open();
      const began = performance.now();
      const url = await browser.start("sso", { fields: { email: `ada@${slug}.example` } });
      times.push(performance.now() - began);
      assert(url.startsWith(`https://idp.${slug}.example/`), url);
    }
    rounds.push(times);
  }
  const grown = heap() - before;
  console.log(`${COMPANIES} connections`);
  console.log(
    `  sign-in page, first byte: ${one.first.toFixed(2)} ms with 1, ` +
      `${many.first.toFixed(2)} ms with all; ${one.bytes} and ${many.bytes} bytes`,
  );
  console.log(`  discovery documents read in two sign-ins of each: ${discoveries() - known}`);
  console.log(
    `  start of a sign-in: ${median(rounds[0]!).toFixed(1)} ms at first, ` +
      `${median(rounds[1]!).toFixed(1)} ms afterwards`,
  );
  console.log(`  memory of what was read: ${grown.toFixed(1)} MB, with the providers' own log`);
  assertEquals(one.bytes, many.bytes);
}

// The directory.

const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
const nameOf = (index: number) => `person-${index}@acme.example`;

function openDirectory(path: string) {
  const app = createOrgApp("jwt", {
    adapter: SqliteAdapter(path),
    secret: "a-secret-of-at-least-32-characters",
    keys: ApiKeys({ prefix: "acme", scopes: ["project:read"] }),
    scim: Scim({ perMinute: false }),
  } as Partial<AuthConfig>);
  return app;
}

/** Synchronizes as directories do: what is not there is created. It goes on until it is done, or killed. */
async function synchronize(path: string, secret: string): Promise<void> {
  const app = openDirectory(path);
  const send = async (method: string, way: string, body?: object) => {
    const response = await Auth(
      new Request(`${APP}/auth/scim/v2/acme${way}`, {
        method,
        headers: {
          authorization: `Bearer ${secret}`,
          ...body ? { "content-type": "application/scim+json" } : {},
        },
        ...body ? { body: JSON.stringify(body) } : {},
      }),
      app.config,
    );
    const text = await response.text();
    // A name whose resource was being written when the process was killed is free after a minute.
    if (response.status === 409) return undefined;
    if (response.status >= 400) throw new Error(`${method} ${way}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  };
  const findOrMake = async (kind: "Groups" | "Users", by: string, name: string, made: object) => {
    const filter = encodeURIComponent(`${by} eq "${name}"`);
    while (true) {
      const { totalResults, Resources } = await send("GET", `/${kind}?filter=${filter}`);
      assert(totalResults <= 1, `${name} is there ${totalResults} times`);
      const found = totalResults === 1 ? Resources[0] : await send("POST", `/${kind}`, made);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  };
  const ids: string[] = [];
  for (let index = 0; index < USERS; index++) {
    const userName = nameOf(index);
    const { id } = await findOrMake("Users", "userName", userName, {
      ...{ schemas: [USER], userName, externalId: `e-${index}`, active: true },
      emails: [{ value: userName, primary: true }],
    });
    ids.push(id);
    if (index % 50 === 0) console.log(`users ${index}`);
  }
  for (let index = 0; index < GROUPS; index++) {
    const displayName = `group-${index}`;
    const members = ids.filter((_, at) => at % GROUPS === index).map((value) => ({ value }));
    const { id } = await findOrMake("Groups", "displayName", displayName, {
      ...{ schemas: [GROUP], displayName },
    });
    await send("PUT", `/Groups/${id}`, { schemas: [GROUP], displayName, members });
  }
  const users = await send("GET", "/Users?count=1");
  const groups = await send("GET", "/Groups?count=1&excludedAttributes=members");
  console.log(`done ${users.totalResults} ${groups.totalResults}`);
}

async function readUntil(stream: ReadableStream<Uint8Array>, words: string): Promise<string> {
  let text = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream() as never)) {
    text += part;
    if (text.includes(words)) break;
  }
  return text;
}

async function printDirectory(): Promise<void> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/auth.db`;
  const app = openDirectory(path);
  const owner = await signIn(app, "owner@acme.example");
  const { id: org } = await createOrg(app, owner, "acme");
  const keys = (app.auth as unknown as { keys: KeyFunctions }).keys;
  const options = { name: "Directory", scopes: ["scim"] as never };
  const { secret } = done(await keys.createForOrganization(app.orgs.asSystem(org), options));
  const began = performance.now();
  let killed = 0;
  try {
    while (true) {
      const args = [
        "run",
        "-A",
        "--no-check",
        import.meta.filename!,
        "--synchronize",
        path,
        secret,
      ];
      const child = new Deno.Command(Deno.execPath(), {
        args: quick ? [...args, "--quick"] : args,
        stdout: "piped",
        stderr: "inherit",
      }).spawn();
      const stop = Math.floor(USERS * (killed + 1) / (KILLS + 1) / 50) * 50;
      const text = await readUntil(child.stdout, killed < KILLS ? `users ${stop}\n` : "done");
      if (killed++ < KILLS) {
        child.kill("SIGKILL");
        await child.status;
        continue;
      }
      await child.status;
      const seconds = Math.round((performance.now() - began) / 1000);
      console.log(`A directory of ${USERS} people and ${GROUPS} groups, killed ${KILLS} times`);
      console.log(`  ${/done .*/.exec(text)?.[0]} (people, groups), in ${seconds} s`);
      assert(text.includes(`done ${USERS} ${GROUPS}\n`), text.slice(-200));
      break;
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const at = Deno.args.indexOf("--synchronize");
  if (at !== -1) await synchronize(Deno.args[at + 1]!, Deno.args[at + 2]!);
  else {
    await printConnections();
    await printDirectory();
  }
}

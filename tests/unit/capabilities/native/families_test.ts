import { assertEquals, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import {
  beginFamily,
  families,
  keepCookies,
} from "../../../../src/capabilities/native/families.ts";
import { NativeClients } from "../../../../src/capabilities/native/mod.ts";
import { refresh } from "../../../../src/capabilities/native/refresh.ts";
import { nativeRequest } from "../../../../src/capabilities/native/settings.ts";
import { sessions } from "../../../../src/session/record.ts";
import type { RecordEntry } from "../../../../src/types/records.ts";
import { APP, createConfig } from "../../_context.ts";

const SESSION = { id: "session-1", userId: "ada" };
const CLIENT = { client: "Acme CLI", jkt: undefined };

async function callWith(
  onPut: (entry: RecordEntry) => unknown = () => {},
  beforePut: (entry: RecordEntry) => void = () => {},
) {
  const memory = MemoryAdapter();
  const { records } = memory;
  const adapter = {
    ...memory,
    records: {
      ...records,
      async put(entry: RecordEntry, expected: number | null) {
        beforePut(entry);
        const isWritten = await records.put(entry, expected);
        await onPut(entry);
        return isWritten;
      },
    },
  };
  const { config } = createConfig({
    adapter,
    session: { strategy: "jwt", revocation: {} },
    native: NativeClients(),
  });
  const expires = new Date(Date.now() + 60_000);
  const common = { owner: SESSION.userId, version: 1, expires };
  await records.put({ ...common, kind: sessions.name, id: SESSION.id, data: {} }, null);
  const request = new Request(`${APP}/auth/native/token`, { method: "POST" });
  return { records, call: nativeRequest({ request, origin: APP }, config) };
}

Deno.test("beginFamily() keeps what opens nothing", async () => {
  const { call, records } = await callWith();
  const tokens = await beginFamily(call, SESSION, { token: "the-cookie" }, CLIENT);
  const [found] = await families.list(records, "ada");
  const text = JSON.stringify(found);
  assertEquals([found?.data.client, found?.data.sessionId], ["Acme CLI", SESSION.id]);
  for (const secret of ["the-cookie", tokens!.accessToken, tokens!.refreshToken!]) {
    assertEquals(text.includes(secret), false);
  }
});

Deno.test("beginFamily() leaves nothing of a session that ended meanwhile", async () => {
  const { call, records } = await callWith(async ({ kind }) => {
    if (kind === families.name) await records.take(sessions.name, SESSION.id);
  });
  assertEquals(await beginFamily(call, SESSION, { token: "the-cookie" }, CLIENT), null);
  assertEquals(await families.list(records, "ada"), []);
});

Deno.test("beginFamily() ends a session whose tokens cannot be kept", async () => {
  const { call, records } = await callWith(undefined, ({ kind }) => {
    if (kind === families.name) throw new Error("no store");
  });
  await assertRejects(
    () => beginFamily(call, SESSION, { token: "the-cookie" }, CLIENT),
    Error,
    "no store",
  );
  assertEquals(await families.list(records, "ada"), []);
  assertEquals(await records.get(sessions.name, SESSION.id), null);
});

Deno.test("refresh() demands the key that the tokens are bound to", async () => {
  const { call, records } = await callWith();
  const tokens = await beginFamily(call, SESSION, { token: "x" }, { ...CLIENT, jkt: "key-1" });
  const { refreshToken } = tokens!;
  for (const jkt of [undefined, "key-2"]) {
    await assertRejects(() => refresh(call, refreshToken!, jkt), Error, "is bound to a key");
  }
  // Neither try has used it up.
  const [found] = await families.list(records, "ada");
  assertEquals(found?.data.previous, null);
});

Deno.test("keepCookies() writes nothing for a family that has ended", async () => {
  const { call, records } = await callWith();
  assertEquals(await keepCookies(call, "none", { token: "x" }), false);
  assertEquals(await families.get(records, "none"), null);
});

import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { kindOf, SEALS } from "../../../../src/capabilities/native/seals.ts";
import { open, openValid, seal } from "../../../../src/credentials/sealed.ts";
import { createConfig } from "../../_context.ts";

/** The purposes, with a minute for those whose lifetime the caller says. */
const LASTING = {
  ...SEALS,
  access: { ...SEALS.access, maxAge: 60 },
  refresh: { ...SEALS.refresh, maxAge: 60 },
  session: { ...SEALS.session, maxAge: 60 },
};

const KINDS = ["access", "code", "refresh", "state"] as const;

Deno.test("seal(): a text is opened as its own kind alone", async () => {
  const { config } = createConfig();
  for (const kind of KINDS) {
    const text = await seal(config, LASTING[kind], { a: 1 });
    assertEquals(kindOf(text), kind);
    const opened = await openValid<{ a: number }>(config, SEALS[kind], text);
    assertEquals(opened?.a, 1);
    for (const other of [...KINDS, "session"] as const) {
      if (other === kind) continue;
      assertEquals(await open(config, SEALS[other], text), undefined);
      const [prefix] = (await seal(config, LASTING[other], {})).split("eyJ");
      assertEquals(await open(config, SEALS[other], prefix + text.slice(4)), undefined);
    }
  }
});

Deno.test("open(): tells an expired text from one that is none", async () => {
  const { config } = createConfig();
  const text = await seal(config, LASTING.access, {});
  const time = new FakeTime(Date.now() + 80_000);
  try {
    assertEquals(await open(config, SEALS.access, text), "expired");
    assertEquals(await openValid(config, SEALS.access, text), undefined);
  } finally {
    time.restore();
  }
  for (const none of [undefined, null, 1, "", "xa1_", "xa1_x", `${text}x`, text.slice(0, -1)]) {
    assertEquals(await open(config, SEALS.access, none), undefined);
  }
});

Deno.test("seal(): with a new secret, texts of the one before are opened as long as it is listed", async () => {
  const before = createConfig({ secret: "the first secret of this app, 32 characters" }).config;
  const text = await seal(before, LASTING.refresh, {});
  const secrets = ["another secret of this app, 32 characters"];
  assertEquals(
    await open(createConfig({ secret: secrets }).config, SEALS.refresh, text),
    undefined,
  );
  secrets.push("the first secret of this app, 32 characters");
  assert(await open(createConfig({ secret: secrets }).config, SEALS.refresh, text));
});

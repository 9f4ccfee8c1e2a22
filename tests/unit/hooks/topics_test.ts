import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { partsOf, topicsOf } from "../../../src/config/capability.ts";
import { askAll, askFirst, loadPart, publish } from "../../../src/hooks/topics.ts";
import { capability } from "../../../src/symbols.ts";
import type { CapabilityCode } from "../../../src/config/capability.ts";
import type { AccountRow } from "../../../src/types/custom.ts";
import type { Moments, Parts, Questions, Subscriptions } from "../../../src/types/topics.ts";
import { createConfig } from "../_context.ts";

const user = {} as Moments["sessions.ended"];
const asked = {} as Questions["account.row"]["asked"];
const admitted = {} as Questions["address.admitted"]["asked"];

function withSubscribers(...subscribers: Subscriptions[]) {
  return { topics: topicsOf(subscribers.map((on): CapabilityCode => ({ on }))) };
}

Deno.test("topics: subscribers are called one after the other, in the order of their capabilities", async () => {
  const calls: string[] = [];
  const subscriber = (name: string) => ({
    "sessions.ended": async () => {
      calls.push(`${name} begins`);
      await Promise.resolve();
      calls.push(`${name} ends`);
    },
  });
  await publish(withSubscribers(subscriber("a"), {}, subscriber("b")), "sessions.ended", user);
  assertEquals(calls, ["a begins", "a ends", "b begins", "b ends"]);
});

Deno.test("topics: a failure is thrown, and no further subscriber is called", async () => {
  const calls: string[] = [];
  const config = withSubscribers(
    { "user.deleting": () => Promise.reject(new Error("refused")) },
    { "user.deleting": () => Promise.resolve(void calls.push("second")) },
  );
  const moment = {} as Moments["user.deleting"];
  await assertRejects(() => publish(config, "user.deleting", moment), Error, "refused");
  assertEquals(calls, []);
});

Deno.test("topics: where failures are logged, the next subscriber is called", async () => {
  const calls: unknown[] = [];
  const error = new Error("failed");
  const config = withSubscribers(
    {
      "session.begun": () => {
        throw error;
      },
    },
    { "session.begun": () => Promise.reject(error) },
    { "session.begun": () => Promise.resolve(void calls.push("last")) },
  );
  const moment = {} as Moments["session.begun"];
  await publish(config, "session.begun", moment, (failure) => void calls.push(failure));
  assertEquals(calls, [error, error, "last"]);
});

Deno.test("topics: the first answer counts, and nobody is asked after it", async () => {
  const calls: string[] = [];
  const config = withSubscribers(
    { "address.admitted": () => void calls.push("first") },
    {
      "address.admitted": () => {
        calls.push("second");
        return true;
      },
    },
    { "address.admitted": () => void calls.push("third") },
  );
  assertEquals(await askFirst(config, "address.admitted", admitted), true);
  assertEquals(calls, ["first", "second"]);
});

Deno.test("topics: answers keep the order of the subscribers, and a failed one has none", async () => {
  const failures: string[] = [];
  const row = (heading: string): AccountRow => ({ heading, text: "" });
  const { promise, resolve } = Promise.withResolvers<AccountRow>();
  const config = withSubscribers(
    { "account.row": () => promise },
    { "account.row": () => Promise.reject(new TypeError("down")) },
    { "account.row": () => undefined },
    {
      "account.row": () => {
        resolve(row("slow"));
        return row("quick");
      },
    },
  );
  const rows = await askAll(
    config,
    "account.row",
    asked,
    (error) => void failures.push(String(error)),
  );
  assertEquals(rows.map(({ heading }) => heading), ["slow", "quick"]);
  assertEquals(failures, ["TypeError: down"]);
  await assertRejects(() => askAll(config, "account.row", asked), TypeError, "down");
});

Deno.test("topics: of parts with one name, the first is found, and loaded when it is asked for", async () => {
  const loads: string[] = [];
  const services = {} as Parts["services"];
  const loader = (name: string) => ({
    services: () => {
      loads.push(name);
      return services;
    },
  });
  const config = { parts: partsOf([{}, { parts: loader("a") }, { parts: loader("b") }]) };
  assertEquals(loads, []);
  assertStrictEquals(await loadPart(config, "services"), services);
  assertEquals(loads, ["a"]);
  assertStrictEquals(loadPart(config, "members"), undefined);
});

Deno.test("topics: an app without capabilities has no subscriber and no part", async () => {
  const { config } = createConfig();
  assertEquals([config.topics.size, config.parts.size], [0, 0]);
  await publish(config, "access.ended", { config, userId: "ada" });
  assertEquals(await askFirst(config, "address.admitted", { config, address: "a@b.c" }), undefined);
  assertEquals(await askAll(config, "account.row", asked), []);
});

Deno.test("topics: a config has what its capabilities subscribe", () => {
  const own = (id: string) => ({
    id,
    [capability]: { on: { "access.ended": async () => {} } } satisfies CapabilityCode,
  });
  const { config } = createConfig({ capabilities: { a: own("a"), b: own("b") } });
  assertEquals([...config.topics].map(([topic, all]) => [topic, all.length]), [[
    "access.ended",
    2,
  ]]);
});

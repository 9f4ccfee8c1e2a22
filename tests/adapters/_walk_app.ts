/**
 * The steps of `tests/beside/` on a store of records beside an adapter, in one process: an app with
 * every capability works there.
 *
 * @module
 */

import type { AuthConfig } from "../../mod.ts";
import { createBrowser, createIdp } from "../../src/tools/testing/mod.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { type Mail, type StepApp, STEPS } from "../beside/_steps.ts";
import { APP, capabilities, createApp } from "../beside/app.mjs";

/** A store of the app. */
export interface WalkedStore {
  adapter: NonNullable<AuthConfig["adapter"]>;
  records: RecordStore;
  /** Capabilities that the adapter cannot carry. */
  without?: readonly string[];
  /** Steps that fail with the adapter, with the reason. */
  except?: Readonly<Record<string, string>>;
}

/**
 * Takes every step, or those of `turn`, and prints how many there are.
 *
 * @param turn says of the number of a step whether it is taken
 * @throws {Error} with what each of those says that failed
 */
export async function walkApp(
  name: string,
  { adapter, records, without = [], except = {} }: WalkedStore,
  strategy: "jwt" | "database",
  turn: (number: number) => boolean = () => true,
): Promise<void> {
  const idp = await createIdp();
  const mails: Mail[] = [];
  const names = (await capabilities(name)).filter((one) => !without.includes(one));
  const handle: (request: Request) => Promise<Response> = await createApp({
    adapter,
    records,
    strategy,
    names,
    secret: "a-secret-of-at-least-32-characters",
    send: (mail: Mail) => void mails.push(mail),
    reach: idp.fetch,
    logger: { error() {}, warn() {}, debug() {} },
  });
  const app: StepApp = {
    mails,
    idp,
    fetch: handle,
    open(cookies = {}) {
      const browser = createBrowser(APP, { [APP]: handle, [idp.issuer]: idp.handler });
      for (const [cookie, value] of Object.entries(cookies)) {
        browser.cookies.plant(APP, `${cookie}=${value}; Path=/; Secure`);
      }
      return browser;
    },
  };
  const failures: string[] = [];
  const chosen = STEPS.filter(({ needs }, number) =>
    turn(number) && !needs.some((need) => without.includes(need))
  );
  for (const { name, begin, finish } of chosen) {
    const fails = Object.hasOwn(except, name);
    try {
      await finish(app, JSON.parse(JSON.stringify(await begin(app))));
      if (fails) failures.push(`${name}: it works, and should not: ${except[name]}`);
    } catch (error) {
      if (!fails) failures.push(`${name}: ${(error as Error).stack}`);
    }
  }
  if (failures.length > 0) throw new Error(failures.join("\n\n"));
  console.log(
    `${name}, ${strategy}: ${chosen.length} of ${STEPS.length} steps, ` +
      `${Object.keys(except).length} of all do not work, ${names.length} capabilities`,
  );
}

/**
 * An app with every capability on a database, whose people leave records there.
 *
 * @module
 */

import { assert } from "@std/assert";
import type { AuthConfig } from "../../mod.ts";
import { createBrowser, createIdp } from "../../src/tools/testing/mod.ts";
import { type Held, type Mail, type StepApp, STEPS } from "../beside/_steps.ts";
import { APP, capabilities, createApp } from "../beside/app.mjs";

/** Opens the app. */
export async function openApp(adapter: NonNullable<AuthConfig["adapter"]>): Promise<StepApp> {
  const idp = await createIdp();
  const mails: Mail[] = [];
  const handle: (request: Request) => Promise<Response> = await createApp({
    adapter,
    strategy: "jwt",
    names: await capabilities("views"),
    secret: "a-secret-of-at-least-32-characters",
    send: (mail: Mail) => void mails.push(mail),
    reach: idp.fetch,
    logger: { error() {}, warn() {}, debug() {} },
  } as never);
  return {
    mails,
    idp,
    fetch: handle,
    open: () => createBrowser(APP, { [APP]: handle, [idp.issuer]: idp.handler }),
  };
}

/** Takes the first half of a step of `tests/beside/_steps.ts`; returns what it leaves with people. */
export async function begin(app: StepApp, name: string): Promise<Held> {
  const step = STEPS.find((one) => one.name === name);
  assert(step, `there is no step "${name}"`);
  return await step.begin(app);
}

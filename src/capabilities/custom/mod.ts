/**
 * Capabilities of your own: pages, endpoints for programs, records, a row of the account page and
 * functions, brought by one value of the config. An app without it neither loads nor bundles it.
 *
 * @example
 * ```ts
 * import { defineCapability, defineRecords } from "@x/auth/capability";
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { defineAuth } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const entries = defineRecords<{ text: string }>("guestbook.entry");
 *
 * const Guestbook = () =>
 *   defineCapability({
 *     id: "guestbook",
 *     records: [entries],
 *     pages: {
 *       "guestbook": {
 *         methods: ["GET"],
 *         load: () => ({
 *           GET: ({ visitor, signIn }) =>
 *             visitor ? { title: "Guestbook", text: `Hello ${visitor.user.name}` } : signIn(),
 *         }),
 *       },
 *     },
 *     functions: {
 *       count: async (app, userId: string) => (await entries.list(app, userId)).length,
 *     },
 *   });
 *
 * const auth = defineAuth({
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   capabilities: { guestbook: Guestbook() },
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * });
 * assertEquals(await auth.capabilities.guestbook.count("ada"), 0);
 * const page = await auth.handler(new Request("https://app.example/auth/guestbook"));
 * assertEquals(page.status, 302); // to the sign-in page
 * ```
 *
 * @module
 */

import { answerProgram } from "../../core/answer_program.ts";
import type { CapabilityCode, WithCode } from "../../config/capability.ts";
import { lazy, withNames } from "../../base/lazy.ts";
import { capability } from "../../symbols.ts";
import type { Capability } from "../../types/capability.ts";
import type { Endpoint } from "../../types/internal.ts";
import { checkCustom } from "./check.ts";
import type { AppFunction, CapabilityOptions } from "./options.ts";

export type { AppFunction, CapabilityOptions };

export {
  type CustomRecords,
  type CustomRecordsOptions,
  defineRecords,
  type FoundRecord,
  type RecordValue,
  type WithRecords,
} from "./records.ts";
export type * from "../../types/custom.ts";
export type { CallMethod } from "../../types/request.ts";
export type { Capability, Functions } from "../../types/capability.ts";

const handlers = lazy(() => import("./handlers.ts"));

/**
 * Makes a capability. Apps bring it as a member of `capabilities`, under its own name.
 *
 * @typeParam Id Is inferred.
 * @typeParam F Is inferred.
 * @typeParam Texts Is inferred.
 */
export function defineCapability<
  const Id extends string,
  F extends Readonly<Record<string, AppFunction>> = Record<never, never>,
  Texts = undefined,
>(options: CapabilityOptions<Id, F, Texts>): Capability<Id, F> {
  const { id, pages = {}, calls = {}, records = [], accountRow, functions, on = {} } = options;
  const texts = options.texts as Readonly<Record<string, unknown>> | undefined;
  const endpoints: Endpoint[] = [
    ...Object.entries(pages).map(([path, { load, allowActor, ...page }]): Endpoint => ({
      kind: "ambient",
      path,
      ...page,
      load: async () => (await handlers()).pageHandlers(await load(), texts, allowActor),
    })),
    ...Object.entries(calls).map(([path, { load, ...call }]): Endpoint => ({
      kind: "explicit",
      answer: answerProgram,
      path,
      ...call,
      load: async () => (await handlers()).callHandlers(await load()),
    })),
  ];
  const code: CapabilityCode = {
    check: (config) => checkCustom(config, options),
    needs: records.length > 0 ? [{ option: `capabilities.${id}`, records: "always" }] : [],
    endpoints,
    records,
    ...functions
      ? {
        functions: {
          [`capabilities.${id}`]: withNames(
            async () => (await handlers()).functionsOf(functions),
            Object.keys(functions).join(" "),
          ),
        },
      }
      : {},
    on: {
      ...Object.fromEntries(
        Object.entries(on).map(([topic, run]) => [
          topic,
          async (moment: never) => await (await handlers()).subscriber(run)(moment),
        ]),
      ),
      ...accountRow
        ? {
          "account.row": async ({ ctx, visitor }) =>
            await accountRow.call(options, (await handlers()).rowContext(ctx, visitor, texts)),
        }
        : {},
    },
  };
  const made: Capability<Id, F> & WithCode<CapabilityCode> = { id, [capability]: code };
  return made;
}

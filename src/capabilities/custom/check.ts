/**
 * What a capability of an app lacks.
 *
 * @module
 */

import { didYouMean } from "../../base/nearest.ts";
import { AuthError } from "../../errors.ts";
import type { AuthConfig } from "../../types/config.ts";
import type { CustomTopics } from "../../types/custom.ts";
import type { CapabilityOptions } from "./options.ts";

/** What is checked. */
type Checked = Omit<CapabilityOptions<string, unknown, never>, "texts" | "accountRow">;

/** What a capability of an app can listen to. */
const TOPICS: readonly string[] = Object.keys(
  {
    "user.deleting": true,
    "user.merging": true,
    "user.merge-cancelled": true,
    "user.deleted": true,
    "sessions.ended": true,
    "access.ended": true,
  } satisfies Record<keyof CustomTopics, true>,
);

const ID = /^[a-z][a-z0-9-]{0,31}$/;

/** Parts of letters, digits and `-`, or such as `{slug}`. */
const PATH = /^[a-z0-9-]+(\/([a-z0-9-]+|\{[a-z]+\}))*$/;

const ROOT_PATH = /^\/\.well-known\/[a-z0-9-]+$/;

/** Returns the first error that makes the capability unusable. */
export function checkCustom(
  config: AuthConfig,
  { id, check, pages = {}, calls = {}, records = [], on = {} }: Checked,
): AuthError | undefined {
  const bad = (message: string) =>
    new AuthError(`Cannot use \`capabilities.${id}\`: ${message}`, {
      cause: { option: "capabilities" },
    });
  if (!ID.test(id)) return bad("its id must have 1 to 32 lower-case letters, digits or `-`");
  if (!config.capabilities || !Object.hasOwn(config.capabilities, id)) {
    return bad(`it must be the member \`${id}\` of \`capabilities\``);
  }
  const paths = [...Object.keys(pages), ...Object.keys(calls)];
  const wrong = paths.find((path) =>
    !PATH.test(path) && !(ROOT_PATH.test(path) && Object.hasOwn(calls, path))
  );
  if (wrong !== undefined) {
    return bad(
      `the path "${wrong}" must be such as \`${id}\`, \`${id}/{slug}\` or, for programs, ` +
        `\`/.well-known/${id}\``,
    );
  }
  const foreign = records.find(({ name }) => !name.startsWith(`${id}.`));
  if (foreign) return bad(`the name of its records "${foreign.name}" must begin with "${id}."`);
  for (const [topic, run] of Object.entries(on)) {
    if (!TOPICS.includes(topic)) {
      return bad(`there is no topic ${JSON.stringify(topic)}${didYouMean(topic, TOPICS)}`);
    }
    if (typeof run !== "function") return bad(`\`on["${topic}"]\` is not a function`);
  }
  const fault = check?.(config);
  if (fault) return bad(fault);
}

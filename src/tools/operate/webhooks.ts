/**
 * The commands about webhooks.
 *
 * @module
 */

import type { WebhookFunctions } from "../../capabilities/webhooks/typed.ts";
import { broughtGroup } from "../../server/group.ts";
import { columns, plain, time, toJson } from "./terminal.ts";
import { type Call, type Command, readNumber } from "./types.ts";

/** The commands, by their word. */
export const WEBHOOK_COMMANDS: Readonly<Record<string, Command>> = {
  list: {
    about: "lists what did not arrive within a day, the oldest first",
    takes: undefined,
    flags: ["--limit", "--after"],
    async run(call) {
      const { flags, isJson, print, note } = call;
      const page = await webhooksOf(call).undelivered({
        limit: readNumber("--limit", flags.get("--limit")),
        after: flags.get("--after"),
      });
      if (isJson) print(toJson(page));
      else if (page.webhooks.length === 0) note("Every webhook has arrived, or is still tried.");
      else {
        print(columns(page.webhooks.map(({ id, event, url, since, attempts }) => [
          id,
          event.type,
          url === null ? "-" : new URL(url).host,
          time(since),
          `${attempts} tries`,
        ])));
      }
      if (page.next !== undefined && !isJson) note(`There are more: --after ${plain(page.next)}`);
      return 0;
    },
  },
  retry: {
    about: "sends a webhook of the list again",
    takes: "webhook",
    flags: [],
    async run(call) {
      const { named, isJson, print } = call;
      if (!await webhooksOf(call).retry(named!)) {
        throw new Error(`There is no webhook ${plain(named!)}`);
      }
      print(isJson ? toJson({ id: named, done: "retried" }, 0) : `${plain(named!)}: retried`);
      return 0;
    },
  },
  deliver: {
    about: "sends what is due now, as a schedule of the app does",
    takes: undefined,
    flags: [],
    async run(call) {
      const sent = await webhooksOf(call).deliver();
      call.print(call.isJson ? toJson({ sent }, 0) : `${sent} webhooks arrived.`);
      return 0;
    },
  },
};

function webhooksOf({ config }: Call): WebhookFunctions {
  return broughtGroup(config, "webhooks") as unknown as WebhookFunctions;
}

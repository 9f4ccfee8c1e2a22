import { assertEquals } from "@std/assert";
import { isBreached } from "../../../../src/capabilities/passwords/breached.ts";
import { customFetch } from "../../../../src/symbols.ts";

/** SHA-1 of "password". */
const HASH = "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8";

async function ask(answer: () => Response | Promise<Response>) {
  const sent: Request[] = [];
  const errors: Error[] = [];
  const isKnown = await isBreached("password", {
    [customFetch]: async (input: string | URL | Request, init?: RequestInit) => {
      sent.push(new Request(input, init));
      return await answer();
    },
  }, { logger: { error: (error) => void errors.push(error), warn: () => {}, debug: () => {} } });
  return { isKnown, sent, errors };
}

Deno.test("isBreached: sends five digits of the hash, and nothing else", async () => {
  const { isKnown, sent, errors } = await ask(() =>
    new Response(`${"0".repeat(35)}:3\r\n${HASH.slice(5)}:42\r\n`)
  );
  assertEquals([isKnown, errors], [true, []]);
  const [request] = sent;
  assertEquals(request!.url, `https://api.pwnedpasswords.com/range/${HASH.slice(0, 5)}`);
  assertEquals([...request!.headers], [["add-padding", "true"]]);
  assertEquals(await request!.text(), "");
});

Deno.test("isBreached: entries of padding and of other passwords do not count", async () => {
  const { isKnown } = await ask(() => new Response(`${HASH.slice(5)}:0\n${"1".repeat(35)}:7`));
  assertEquals(isKnown, false);
});

const FAILURES: Record<string, () => Response | Promise<Response>> = {
  "that cannot be reached": () => Promise.reject(new TypeError("down")),
  "that answers 503": () => new Response(`${HASH.slice(5)}:42`, { status: 503 }),
};

for (const [title, answer] of Object.entries(FAILURES)) {
  Deno.test(`isBreached: a service ${title} refuses no password, and is logged`, async () => {
    const { isKnown, errors } = await ask(answer);
    assertEquals([isKnown, errors.length], [false, 1]);
    assertEquals(/password"|5BAA6/.test(JSON.stringify(errors[0])), false);
  });
}

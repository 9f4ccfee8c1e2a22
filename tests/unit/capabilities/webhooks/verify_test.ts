import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Webhook } from "standardwebhooks";
import {
  verifyWebhook,
  type VerifyWebhookOptions,
  type WebhookRefusal,
} from "../../../../src/capabilities/webhooks/verify.ts";

const SECRET = `whsec_${btoa("a-secret-of-32-random-characters")}`;
const OTHER = `whsec_${btoa("another-secret-of-32-characters!")}`;
const ID = "msg_1";
const TEXT = '{"type":"user.created","version":1,"data":{"userId":"ada"}}';

interface Sent {
  id?: string | null;
  time?: string | null;
  signature?: string | null;
  body?: BodyInit;
  headers?: Record<string, string>;
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** A request that the package of npm has signed, with something else in its place. */
function send({ id, time, signature, body = TEXT, headers = {} }: Sent = {}): Request {
  const at = nowSeconds();
  const own = {
    "webhook-id": id ?? ID,
    "webhook-timestamp": time ?? String(at),
    "webhook-signature": signature ?? new Webhook(SECRET).sign(ID, new Date(at * 1000), TEXT),
  };
  const sent = new Headers({ ...own, ...headers });
  if (id === null) sent.delete("webhook-id");
  if (time === null) sent.delete("webhook-timestamp");
  if (signature === null) sent.delete("webhook-signature");
  return new Request("https://billing.example/hooks", { method: "POST", body, headers: sent });
}

Deno.test("verifyWebhook() accepts what standardwebhooks of npm has signed", async () => {
  const webhook = await verifyWebhook(send(), SECRET);
  assert(webhook.ok);
  assertEquals([webhook.id, webhook.event.data.userId], [ID, "ada"]);
  assertEquals(webhook.sentAt.getTime(), Math.floor(webhook.sentAt.getTime() / 1000) * 1000);
  // While the secret changes, each side may be first.
  assert((await verifyWebhook(send(), [OTHER, SECRET])).ok);
  const at = nowSeconds();
  const both = [OTHER, SECRET].map((one) => new Webhook(one).sign(ID, new Date(at * 1000), TEXT));
  assert((await verifyWebhook(send({ signature: both.join(" ") }), SECRET)).ok);
  assert((await verifyWebhook(send({ signature: `v1a,AAAA ${both[1]}` }), SECRET)).ok);
});

const REFUSED: Readonly<Record<string, [sent: () => Sent, reason: WebhookRefusal]>> = {
  "another body": [() => ({ body: TEXT.replace("ada", "bob") }), "wrong-signature"],
  "a space more in the body": [() => ({ body: `${TEXT} ` }), "wrong-signature"],
  "no body": [() => ({ body: "" }), "wrong-signature"],
  "bytes that are no text": [() => ({ body: new Uint8Array([0xff]) }), "wrong-signature"],
  "another id": [() => ({ id: "msg_2" }), "wrong-signature"],
  "a newer time with an old signature": [
    () => ({ time: String(nowSeconds() + 1) }),
    "wrong-signature",
  ],
  "the time of an hour ago": [() => signedAt(-3600), "wrong-time"],
  "the time of a second too long ago": [() => signedAt(-302), "wrong-time"],
  "a time in the future": [() => signedAt(302), "wrong-time"],
  "no id": [() => ({ id: null }), "no-signature"],
  "no time": [() => ({ time: null }), "no-signature"],
  "no signature": [() => ({ signature: null }), "no-signature"],
  "an empty signature": [() => ({ signature: "" }), "no-signature"],
  "a time that is no number": [() => ({ time: "now" }), "no-signature"],
  "a time with a sign": [() => ({ time: "-1" }), "no-signature"],
  "a time with a fraction": [() => ({ time: `${nowSeconds()}.5` }), "no-signature"],
  "a time with an exponent": [() => ({ time: "1e9" }), "no-signature"],
  "a long time": [() => ({ time: "1".repeat(13) }), "no-signature"],
  "a long id": [() => ({ id: "a".repeat(257) }), "no-signature"],
  "a long signature": [() => ({ signature: `v1,${"A".repeat(5000)}` }), "no-signature"],
  "too many signatures": [() => ({ signature: "v1,A ".repeat(17).trim() }), "no-signature"],
  "a signature of another version": [
    () => ({ signature: send().headers.get("webhook-signature")!.replace("v1,", "v2,") }),
    "no-signature",
  ],
  "a signature without its version": [
    () => ({ signature: send().headers.get("webhook-signature")!.slice(3) }),
    "no-signature",
  ],
  "a signature that is cut off": [
    () => ({ signature: send().headers.get("webhook-signature")!.slice(0, -1) }),
    "wrong-signature",
  ],
  "a signature of another secret": [
    () => ({ signature: new Webhook(OTHER).sign(ID, new Date(nowSeconds() * 1000), TEXT) }),
    "wrong-signature",
  ],
  "a body that is too large": [() => ({ body: "a".repeat(300_000) }), "too-large"],
  "a body that is not JSON": [
    () => ({
      body: "text",
      signature: new Webhook(SECRET).sign(ID, new Date(nowSeconds() * 1000), "text"),
    }),
    "not-json",
  ],
};

/** What was signed rightly at another time. */
function signedAt(seconds: number): Sent {
  const at = nowSeconds() + seconds;
  return { time: String(at), signature: new Webhook(SECRET).sign(ID, new Date(at * 1000), TEXT) };
}

for (const [what, [sent, reason]] of Object.entries(REFUSED)) {
  Deno.test(`verifyWebhook() refuses ${what}`, async () => {
    using _time = new FakeTime();
    assertEquals(await verifyWebhook(send(sent()), SECRET), { ok: false, reason });
  });
}

Deno.test("verifyWebhook() accepts a copy within the tolerance with the same id, and none after it", async () => {
  using time = new FakeTime();
  const request = send();
  const copies = Array.from({ length: 3 }, () => request.clone());
  const options: VerifyWebhookOptions = { tolerance: 60 };
  const first = await verifyWebhook(copies[0]!, SECRET, options);
  time.now += 59_000;
  const second = await verifyWebhook(copies[1]!, SECRET, options);
  // The receiver knows it by the id.
  assert(first.ok && second.ok && first.id === second.id);
  time.now += 2000;
  assertEquals(await verifyWebhook(copies[2]!, SECRET, options), {
    ok: false,
    reason: "wrong-time",
  });
});

Deno.test("verifyWebhook() reads no more of a body than it may, whatever its length says", async () => {
  let read = 0;
  const body = new ReadableStream({
    pull(controller) {
      read++;
      controller.enqueue(new Uint8Array(1000));
    },
  });
  const endless = new Request("https://billing.example/", {
    method: "POST",
    body,
    headers: send().headers,
  });
  const result = await verifyWebhook(endless, SECRET, { maxBytes: 5000 });
  assertEquals(result, { ok: false, reason: "too-large" });
  assert(read < 10, `${read}`);
});

Deno.test("verifyWebhook() throws for a secret and an option that are none", async () => {
  for (
    const secret of ["", "plain", "whsec_", "whsec_*", `whsec_${btoa("short")}`, [], [SECRET, ""]]
  ) {
    await assertRejects(() => verifyWebhook(send(), secret), TypeError, "webhook");
  }
  for (
    const options of [{ tolerance: 0 }, { tolerance: 3601 }, { tolerance: NaN }, { maxBytes: 0 }]
  ) {
    await assertRejects(() => verifyWebhook(send(), SECRET, options), TypeError, "must be");
  }
});

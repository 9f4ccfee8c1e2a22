import { assertEquals } from "@std/assert";
import { assertRefused, assertSignsIn, createRig } from "./_rig.ts";

type Answer = (response: Response) => Response | Promise<Response>;

async function changed(response: Response, change: (body: Record<string, unknown>) => void) {
  const body = await response.json();
  change(body);
  return Response.json(body);
}

/** A body of fifty megabytes, generated while it is read. */
function huge(): ReadableStream<Uint8Array> {
  let left = 50;
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(new Uint8Array(1024 * 1024).fill(32));
      else controller.close();
    },
  });
}

const refused: [string, Answer, RegExp][] = [
  ["status 500", () => new Response("oops", { status: 500 }), /token: .* an error \(status 500\)/],
  [
    "HTML",
    () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    /content-type/,
  ],
  ["a redirect", () => Response.redirect("https://evil.example/", 302), /CallbackRouteError/],
  [
    "a redirect that keeps the method",
    () => Response.redirect("https://evil.example/", 307),
    /CallbackRouteError/,
  ],
  [
    "a huge body",
    () => new Response(huge(), { headers: { "content-type": "application/json" } }),
    /larger than/,
  ],
  ["JSON that is not an object", () => Response.json([1]), /CallbackRouteError/],
  [
    "broken JSON",
    () => new Response("{", { headers: { "content-type": "application/json" } }),
    /CallbackRouteError/,
  ],
  ["no access token", (r) => changed(r, (body) => delete body.access_token), /access_token/],
  ["no token type", (r) => changed(r, (body) => delete body.token_type), /token_type/],
  ["token type mac", (r) => changed(r, (body) => body.token_type = "mac"), /token_type/],
  ["negative lifetime", (r) => changed(r, (body) => body.expires_in = -1), /expires_in/],
  ["no ID token", (r) => changed(r, (body) => delete body.id_token), /id_token/],
  ["an invalid ID token", (r) => changed(r, (body) => body.id_token = "a.b.c"), /JWT/],
  ["an ID token that is a number", (r) => changed(r, (body) => body.id_token = 7), /id_token/],
  [
    "invalid_grant",
    () => Response.json({ error: "invalid_grant" }, { status: 400 }),
    /CallbackRouteError/,
  ],
];

for (const [name, token, reason] of refused) {
  Deno.test(`token endpoint: ${name} is refused`, async () => {
    const rig = await createRig({ hostile: { answer: { token } } });
    await assertRefused(rig, reason);
    assertEquals(rig.idp.count("token"), 1, "the code was sent more than once");
  });
}

Deno.test("token endpoint: a lifetime as a string and a token type in capitals are accepted", async () => {
  const token: Answer = (response) =>
    changed(response, (body) => {
      body.expires_in = "3600";
      body.token_type = "BEARER";
    });
  await assertSignsIn(await createRig({ hostile: { answer: { token } } }));
});

Deno.test("token endpoint: a missing lifetime is accepted", async () => {
  const token: Answer = (response) => changed(response, (body) => delete body.expires_in);
  await assertSignsIn(await createRig({ hostile: { answer: { token } } }));
});

Deno.test("token endpoint: a network failure is refused and the next attempt works", async () => {
  const rig = await createRig({
    hostile: {
      answer: {
        token: () => {
          throw new TypeError("connection reset");
        },
      },
    },
  });
  await assertRefused(rig, /connection reset/);
  rig.idp.hostile.answer = {};
  await assertSignsIn(rig);
});

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import {
  Auth,
  type AuthConfig,
  customFetch,
  type EmailConfig,
  setEnvDefaults,
} from "../../../mod.ts";
import { EmailSignInError } from "../../../src/errors.ts";
import Email from "../../../src/providers/email.ts";
import ForwardEmail from "../../../src/providers/forwardemail.ts";
import Loops from "../../../src/providers/loops.ts";
import MailGun from "../../../src/providers/mailgun.ts";
import Nodemailer from "../../../src/providers/nodemailer.ts";
import Postmark from "../../../src/providers/postmark.ts";
import Resend from "../../../src/providers/resend.ts";
import SendGrid from "../../../src/providers/sendgrid.ts";
import type { EmailUserConfig } from "../../../src/types/provider.ts";

interface SeenRequest {
  method: string;
  /** URL of the request. */
  url: string;
  headers: Headers;
  body: Record<string, unknown>;
}

/** A mail service on a loopback port that receives requests to any host. */
function startService(answer: () => Response = () => Response.json({ id: "1" })) {
  const seen: SeenRequest[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const url = new URL(request.url).searchParams.get("for")!;
      const isJson = request.headers.get("content-type") === "application/json";
      const body = isJson ? await request.json() : Object.fromEntries(await request.formData());
      seen.push({ method: request.method, url, headers: request.headers, body });
      return answer();
    },
  );
  const own: typeof fetch = (input, init) =>
    fetch(`http://127.0.0.1:${server.addr.port}/?for=${encodeURIComponent(String(input))}`, init);
  return { seen, fetch: own, [Symbol.asyncDispose]: () => server.shutdown() };
}

const url = "https://app.example/auth/callback/mail?token=abc&email=ada%40example.com";
const from = "App <no-reply@mg.app.example>";
const to = "ada@example.com";

function send(provider: EmailConfig, code?: string) {
  return provider.sendVerificationRequest({
    identifier: to,
    url,
    expires: new Date(Date.now() + 86_400_000),
    provider: { ...provider, ...provider.options },
    token: "abc",
    theme: {},
    request: new Request("https://app.example/auth/signin/mail", { method: "POST" }),
    ...code ? { code } : {},
  });
}

/** Header against automatic replies (RFC 3834). */
const AUTOMATIC = { "Auto-Submitted": "auto-generated" };

/** Documented endpoint of each service; bodies are without the mail's text. */
const services: {
  create: (options: object) => EmailConfig;
  id: string;
  name: string;
  url: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
  texts: (body: Record<string, unknown>) => unknown[];
  form?: boolean;
}[] = [
  {
    create: Resend,
    id: "resend",
    name: "Resend",
    url: "https://api.resend.com/emails",
    headers: { authorization: "Bearer key" },
    body: { from, to, headers: AUTOMATIC },
    texts: ({ subject, text, html }) => [subject, text, html],
  },
  {
    create: SendGrid,
    id: "sendgrid",
    name: "SendGrid",
    url: "https://api.sendgrid.com/v3/mail/send",
    headers: { authorization: "Bearer key" },
    body: {
      personalizations: [{ to: [{ email: to }] }],
      from: { name: "App", email: "no-reply@mg.app.example" },
      headers: AUTOMATIC,
    },
    texts: ({ subject, content }) => {
      const parts = content as { type: string; value: string }[];
      assertEquals(parts.map(({ type }) => type), ["text/plain", "text/html"]);
      return [subject, ...parts.map(({ value }) => value)];
    },
  },
  {
    create: Postmark,
    id: "postmark",
    name: "Postmark",
    url: "https://api.postmarkapp.com/email",
    headers: { "x-postmark-server-token": "key", accept: "application/json" },
    body: {
      From: from,
      To: to,
      Headers: [{ Name: "Auto-Submitted", Value: "auto-generated" }],
      MessageStream: "outbound",
    },
    texts: ({ Subject, TextBody, HtmlBody }) => [Subject, TextBody, HtmlBody],
  },
  {
    create: MailGun,
    id: "mailgun",
    name: "Mailgun",
    url: "https://api.mailgun.net/v3/mg.app.example/messages",
    headers: { authorization: `Basic ${btoa("api:key")}` },
    body: { from, to, "h:Auto-Submitted": "auto-generated" },
    texts: ({ subject, text, html }) => [subject, text, html],
    form: true,
  },
  {
    create: (options) => MailGun({ ...options, region: "EU", from: "no-reply@mg.app.example" }),
    id: "mailgun",
    name: "Mailgun",
    url: "https://api.eu.mailgun.net/v3/mg.app.example/messages",
    headers: { authorization: `Basic ${btoa("api:key")}` },
    body: {
      from: "Mailgun <no-reply@mg.app.example>",
      to,
      "h:Auto-Submitted": "auto-generated",
    },
    texts: ({ subject, text, html }) => [subject, text, html],
    form: true,
  },
  {
    create: ForwardEmail,
    id: "forwardemail",
    name: "Forward Email",
    url: "https://api.forwardemail.net/v1/emails",
    headers: { authorization: `Basic ${btoa("key:")}` },
    body: { from, to, headers: AUTOMATIC },
    texts: ({ subject, text, html }) => [subject, text, html],
  },
];

for (const service of services) {
  Deno.test(`${service.name} sends the documented request to ${service.url}`, async () => {
    await using local = startService();
    const provider = service.create({ apiKey: "key", from, [customFetch]: local.fetch });
    assertEquals([provider.id, provider.name, provider.type], [service.id, service.name, "email"]);
    await send(provider);
    const [request] = local.seen;
    assertEquals(request!.method, "POST");
    assertEquals(request!.url, service.url);
    for (const [name, value] of Object.entries(service.headers)) {
      assertEquals(request!.headers.get(name), value);
    }
    const type = request!.headers.get("content-type")!;
    assertStringIncludes(type, service.form ? "multipart/form-data" : "application/json");
    for (const [name, value] of Object.entries(service.body)) {
      assertEquals(request!.body[name], value, name);
    }
    const [subject, text, html] = service.texts(request!.body) as [string, string, string];
    assertEquals(subject, "Sign in to app.example");
    // Forms carry line breaks as CR LF.
    assertStringIncludes(text, url);
    assertStringIncludes(html, url.replaceAll("&", "&amp;"));
  });
}

Deno.test("Loops sends link and code as variables of the app's template", async () => {
  await using local = startService();
  const provider = Loops({
    apiKey: "key",
    transactionalId: "clx123",
    [customFetch]: local.fetch,
  });
  await send(provider);
  await send(provider, "12345678");
  const [first, second] = local.seen;
  assertEquals(first!.url, "https://app.loops.so/api/v1/transactional");
  assertEquals(first!.headers.get("authorization"), "Bearer key");
  assertEquals(first!.body, { transactionalId: "clx123", email: to, dataVariables: { url } });
  assertEquals(second!.body.dataVariables, { url, code: "12345678" });
});

Deno.test("mail services: a status other than 2xx is an error that names the service, with the response as cause", async () => {
  for (const status of [400, 401, 422, 429, 500, 302]) {
    await using local = startService(() =>
      new Response(`no: ${to}`, { status, headers: { location: "https://elsewhere.example" } })
    );
    const provider = Resend({ apiKey: "key", [customFetch]: local.fetch });
    const error = await assertRejects(() => Promise.resolve(send(provider)), EmailSignInError);
    assertEquals(
      error.message,
      `Cannot send the email: Resend answered ${status}; see \`cause.answer\``,
    );
    assertEquals(error.cause?.answer, `no: ${to}`);
    assertEquals(local.seen.length, 1);
  }
});

Deno.test("mail services: a request without a response is aborted", async () => {
  const provider = Resend({
    apiKey: "key",
    [customFetch]: (_input, init) => {
      // Simulates the deadline.
      assert(init?.signal instanceof AbortSignal);
      return Promise.reject(new DOMException("late", "TimeoutError"));
    },
  });
  await assertRejects(() => Promise.resolve(send(provider)), DOMException, "late");
});

Deno.test("mail services: the config check names a missing key and its variable", async () => {
  const creators: (() => EmailConfig)[] = [
    Resend,
    SendGrid,
    Postmark,
    MailGun,
    ForwardEmail,
    Loops,
  ];
  for (const create of creators) {
    const errors: Error[] = [];
    const response = await Auth(new Request("https://app.example/auth/providers"), {
      providers: [create],
      adapter: MemoryAdapter(),
      secret: "a-secret-of-at-least-32-characters",
      trustHost: true,
      logger: { error: (error) => void errors.push(error) },
    });
    assertEquals(response.status, 200);
    await response.body?.cancel();
    assertEquals(errors.length, 1);
    assertStringIncludes(
      errors[0]!.message,
      `set \`apiKey\` or AUTH_${create().id.toUpperCase()}_KEY`,
    );
  }
});

Deno.test("mail services: no provider has a sender by default, and the config check refuses it by name", async () => {
  const ids: string[] = [];
  const apiKey = "key";
  const server = "smtp://localhost";
  const providers = [
    Resend({ apiKey }),
    SendGrid({ apiKey }),
    Postmark({ apiKey }),
    MailGun({ apiKey }),
    ForwardEmail({ apiKey }),
    Nodemailer({ server }),
    Email({ server }),
  ];
  for (const provider of providers) {
    const errors: Error[] = [];
    ids.push(provider.id);
    assertEquals("from" in provider, false);
    const config: AuthConfig = {
      providers: [provider],
      adapter: MemoryAdapter(),
      secret: "a-secret-of-at-least-32-characters",
      trustHost: true,
      logger: { error: (error) => void errors.push(error) },
    };
    const response = await Auth(new Request("https://app.example/auth/providers"), config);
    await response.body?.cancel();
    assertEquals(errors.map(({ message }) => message), [
      `Cannot use 1 of 1 providers, which the sign-in page leaves out: "${provider.id}": ` +
      "set `from` to an address of your domain",
    ]);
  }
  assertEquals(new Set(ids).size, 7);
});

Deno.test("mail services: the key is read from the environment, for functions and for calls", async () => {
  const functions = [(options: EmailUserConfig) => Resend({ ...options, from }), Resend({ from })];
  for (const written of functions) {
    await using local = startService();
    const config = {
      providers: [written],
      adapter: MemoryAdapter(),
      secret: "a-secret-of-at-least-32-characters",
      trustHost: true,
    };
    setEnvDefaults({ AUTH_RESEND_KEY: "from-env" }, config);
    const provider = config.providers[0] as EmailConfig;
    await send({ ...provider, ...provider.options, [customFetch]: local.fetch });
    assertEquals(local.seen[0]!.headers.get("authorization"), "Bearer from-env");
    const response = await Auth(new Request("https://app.example/auth/providers"), config);
    assertEquals((await response.json()).resend.type, "email");
  }
});

/**
 * A route behind `protect` in the apps of the examples, and the step that visits it: the framework
 * itself takes the requests, the answers and the cookies through.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { FrameworkApp } from "./_rows.ts";
import type { Step } from "./_scenario.ts";

/** Path of the route. */
const ROUTE = "/api/protected";

/** What a row adds to its app. */
type Addition = Required<Pick<FrameworkApp, "files" | "texts">>;

/** Files and changes of the app in `examples/next`. */
export const routeInNext: Addition = {
  files: {
    "app/api/protected/route.ts": `import { protect } from "../../../auth";

export const GET = protect((_request, who) => Response.json({ id: who.id, via: who.via }));
export const POST = GET;
`,
  },
  texts: { "export const { handlers, auth,": "export const { handlers, auth, protect," },
};

/** Files and changes of the app in `examples/sveltekit`. */
export const routeInSvelteKit: Addition = {
  files: {
    "src/routes/api/protected/+server.ts": `import { protect } from "../../../auth";

export const GET = protect((_event, who) => Response.json({ id: who.id, via: who.via }));
export const POST = GET;
`,
  },
  texts: { "export const { handle, signIn,": "export const { handle, protect, signIn," },
};

/** Files and changes of the app in `examples/qwik`: the route, a protected page, and a link to it. */
export const routeInQwik: Addition = {
  files: {
    "src/routes/api/protected/index.ts":
      `import type { RequestHandler } from "@builder.io/qwik-city";
import { protect } from "../../plugin@auth";

export const onRequest = protect();

export const onGet: RequestHandler = ({ json, sharedMap }) => {
  const { id, via } = sharedMap.get("principal");
  json(200, { id, via });
};
export const onPost = onGet;
`,
    "src/routes/protected/index.tsx": `import { component$ } from "@builder.io/qwik";
import { routeLoader$ } from "@builder.io/qwik-city";
import { protect } from "../plugin@auth";

export const onRequest = protect();

export const useId = routeLoader$<string>(({ sharedMap }) => sharedMap.get("principal").id);

export default component$(() => {
  const id = useId();
  return <p>{\`Your id is \${id.value}\`}</p>;
});
`,
    "src/routes/links/index.tsx": `import { component$ } from "@builder.io/qwik";
import { Link } from "@builder.io/qwik-city";

export default component$(() => <Link href="/protected?tab=2">Protected</Link>);
`,
  },
  texts: {
    "export const { onRequest, useSession,": "export const { onRequest, protect, useSession,",
  },
};

/** Files of the app in `examples/solid_start`. */
export const routeInSolidStart: Addition = {
  files: {
    "src/routes/api/protected.ts": `import { protect } from "@x/auth/solid-start";
import { config } from "../../auth";

export const GET = protect(config, (_event, who) => Response.json({ id: who.id, via: who.via }));
export const POST = GET;
`,
  },
  texts: {},
};

/** Changes of the app in `examples/express`. */
export const routeInExpress: Addition = {
  files: {},
  texts: {
    "import { ExpressAuth, getSession }": "import { ExpressAuth, getSession, protect }",
    "/** Redirects to the sign-in page": `app.all("${ROUTE}", protect(config), (_req, res) => {
  const { id, via } = res.locals.principal;
  res.json({ id, via });
});

/** Redirects to the sign-in page`,
  },
};

/** Changes of `examples/fresh/main.ts`. */
export const routeInFresh: Addition = {
  files: {},
  texts: {
    '  .get("/", ({ state, text })': `  .use("${ROUTE}", auth.protect())
  .get("${ROUTE}", ({ state }) => Response.json(state.principal))
  .post("${ROUTE}", ({ state }) => Response.json(state.principal))
  .get("/", ({ state, text })`,
  },
};

const JSON_TYPE = { accept: "application/json", "content-type": "application/json" };

/** Requests of strangers, of the user, and of another site. */
export const protectedStep: Step = {
  name: "a route behind `protect`: strangers, pages, the user, and another site",
  async run({ origin, basePath, signInPath = `${basePath}/signin` }, { browser, post, signIn }) {
    const ask = async (init: RequestInit) => {
      const response = await browser.fetch(ROUTE, init);
      const text = await response.text();
      return { status: response.status, headers: response.headers, text };
    };
    const stranger = await ask({ headers: { accept: "application/json" } });
    assertEquals([stranger.status, JSON.parse(stranger.text).error], [401, "unauthorized"]);
    assertEquals(stranger.headers.get("www-authenticate"), "Cookie");
    const page = await ask({ headers: { accept: "text/html,*/*;q=0.8" } });
    assertEquals(page.status, 303);
    const location = new URL(page.headers.get("location")!, origin);
    assertEquals(
      [location.pathname, new URL(location.searchParams.get("callbackUrl")!, origin).pathname],
      [signInPath, ROUTE],
    );

    await (await signIn("ada", "lovelace")).response.body?.cancel();
    for (const init of [{}, { method: "POST", headers: { ...JSON_TYPE, origin }, body: "{}" }]) {
      const { status, text } = await ask(init);
      assertEquals(status, 200, text);
      const { id, via } = JSON.parse(text);
      assertEquals([id, via], ["1", "session"]);
    }
    // A body that is no form, which the frameworks that compare origins themselves let through.
    const headers = { ...JSON_TYPE, origin: "https://evil.example" };
    const other = await ask({ method: "POST", headers, body: "{}" });
    assertEquals([other.status, JSON.parse(other.text).error], [403, "invalid_request"]);
    await (await post("/signout", { callbackUrl: origin })).body?.cancel();
    assertEquals((await ask({ headers: JSON_TYPE })).status, 401);
  },
};

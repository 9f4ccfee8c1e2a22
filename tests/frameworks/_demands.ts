/**
 * The functions of every wrapper that take demands on a request, called for one request of a user who
 * is signed in.
 *
 * @module
 */

import { Hono } from "hono";
import type { AuthConfig } from "../../mod.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import * as express from "../../src/frameworks/express.ts";
import { FreshAuth, type FreshContext } from "../../src/frameworks/fresh.ts";
import { HonoAuth, type HonoContext } from "../../src/frameworks/hono.ts";
import { createNextAuth } from "../../src/frameworks/next/logic.ts";
import { NodeAuth, type NodeResponse } from "../../src/frameworks/node.ts";
import { createQwikAuth, type QwikActionEvent } from "../../src/frameworks/qwik/logic.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import * as solid from "../../src/frameworks/solid_start.ts";
import { createSvelteKitAuth, type KitEvent } from "../../src/frameworks/sveltekit/logic.ts";
import type { RequireProofOptions } from "../../src/types/proof.ts";
import type { AnyGuardOptions, AuthenticateOptions } from "../../src/types/principal.ts";

export const ORIGIN = "http://localhost:3000";

/** What each wrapper offers. */
export interface Demanding {
  name: string;
  /** Makes a guard, and calls it: the status of its answer, 200 when the handler ran. */
  protect(options?: AnyGuardOptions): Promise<number>;
  /** Makes a guard alone. */
  makeGuard(options?: AnyGuardOptions): unknown;
  /** `true` for a request that passes. */
  authenticate(options?: AuthenticateOptions): Promise<boolean>;
  /** `true` for a proof that is good enough. */
  requireProof(options?: RequireProofOptions): Promise<boolean>;
}

type Make = (config: AuthConfig, cookie: string) => Demanding;

const done = () => new Response();
const isOk = async (who: Promise<{ ok: boolean }>) => (await who).ok;
const isProven = async (url: Promise<string | null>) => await url === null;

const withRequest: Make = (config, cookie) => {
  const request = () => new Request(`${ORIGIN}/acme`, { headers: { cookie } });
  const { authenticate, protect, requireProof } = DenoAuth(config);
  return {
    name: "Deno",
    makeGuard: (options) => protect(done, options),
    protect: async (options) => (await protect(done, options)(request())).status,
    authenticate: (options) => isOk(authenticate(request(), options)),
    requireProof: (options) => isProven(requireProof(request(), options)),
  };
};

const withDefined: Make = (config, cookie) => {
  const request = () => new Request(`${ORIGIN}/acme`, { headers: { cookie } });
  const { authenticate, protect, requireProof } = defineAuth(config);
  return {
    name: "defineAuth",
    makeGuard: (options) => protect(done, options),
    protect: async (options) => (await protect(done, options)(request())).status,
    authenticate: (options) => isOk(authenticate(request(), options)),
    requireProof: (options) => isProven(requireProof(request(), options)),
  };
};

const withFresh: Make = (config, cookie) => {
  const auth = FreshAuth(config);
  const ctx = (): FreshContext => ({
    req: new Request(`${ORIGIN}/acme`, { headers: { cookie } }),
    state: {},
    next: () => Promise.resolve(done()),
  });
  return {
    name: "Fresh",
    makeGuard: (options) => auth.protect(options),
    protect: async (options) => (await auth.protect(options)(ctx())).status,
    authenticate: (options) => isOk(auth.authenticate(ctx(), options)),
    requireProof: (options) => isProven(auth.requireProof(ctx(), options)),
  };
};

const withHono: Make = (config, cookie) => {
  const auth = HonoAuth(config);
  /** Runs something behind the middleware; what it throws is thrown. */
  const behind = async <T>(run: (c: HonoContext) => Promise<T>): Promise<T> => {
    let result: Promise<T> | undefined;
    const app = new Hono().use(auth).get("/acme", async (c) => {
      result = run(c);
      await result.catch(() => {});
      return c.text("");
    });
    await app.request(`${ORIGIN}/acme`, { headers: { cookie } });
    return await result!;
  };
  return {
    name: "Hono",
    makeGuard: (options) => auth.protect(options),
    async protect(options) {
      const guard = auth.protect(options);
      return await behind(async (c) => (await guard(c, async () => {}))?.status ?? 200);
    },
    authenticate: (options) => behind((c) => isOk(auth.authenticate(c, options))),
    requireProof: (options) => behind((c) => isProven(auth.requireProof(c, options))),
  };
};

/** A response of Node that keeps what it is told. */
function nodeResponse(): NodeResponse & { locals: object } {
  return {
    locals: {},
    statusCode: 200,
    headersSent: false,
    getHeader: () => undefined,
    setHeader: () => {},
    appendHeader: () => {},
    removeHeader: () => {},
    end: () => {},
  } as unknown as NodeResponse & { locals: object };
}

const withNode: Make = (config, cookie) => {
  const { authenticate, protect, requireProof } = NodeAuth(config);
  const req = () => ({
    method: "GET",
    url: "/acme",
    headers: { host: "localhost:3000", cookie },
    socket: {},
  });
  return {
    name: "Node",
    makeGuard: (options) => protect(() => {}, options),
    async protect(options) {
      const res = nodeResponse();
      await protect(() => {}, options)(req() as never, res);
      return res.statusCode!;
    },
    authenticate: (options) => isOk(authenticate(req() as never, nodeResponse(), options)),
    requireProof: (options) => isProven(requireProof(req() as never, options)),
  };
};

const withExpress: Make = (config, cookie) => {
  const req = () =>
    ({
      method: "GET",
      originalUrl: "/acme",
      baseUrl: "",
      protocol: "http",
      params: {},
      headers: { host: "localhost:3000", cookie },
      res: nodeResponse(),
    }) as unknown as express.ExpressRequest;
  return {
    name: "Express",
    makeGuard: (options) => express.protect(config, options),
    async protect(options) {
      const res = nodeResponse();
      let thrown: unknown;
      await express.protect(config, options)(req(), res, (error) => thrown = error);
      if (thrown !== undefined) throw thrown;
      return res.statusCode!;
    },
    authenticate: (options) => isOk(express.authenticate(req(), config, options)),
    requireProof: (options) => isProven(express.requireProof(req(), config, options)),
  };
};

const withSolid: Make = (config, cookie) => {
  const event = () => ({ request: new Request(`${ORIGIN}/acme`, { headers: { cookie } }) });
  return {
    name: "SolidStart",
    makeGuard: (options) => solid.protect(config, done, options),
    protect: async (options) => (await solid.protect(config, done, options)(event())).status,
    authenticate: (options) => isOk(solid.authenticate(event(), config, options)),
    requireProof: (options) => isProven(solid.requireProof(event(), config, options)),
  };
};

const withNext: Make = (config, cookie) => {
  let headers = new Headers();
  const { authenticate, protect, requireProof } = createNextAuth<Request>(config, {
    env: {},
    headers: () => Promise.resolve(headers),
    setCookie: () => Promise.reject(new Error("unused")),
    redirect: () => Promise.reject(new Error("unused")),
    next: done,
    notFound: () => Promise.reject(new Error("unused")),
    withUrl: (request, url) => new Request(url, request),
  });
  /** Next has one object of headers for each request. */
  const begin = () => headers = new Headers({ host: "localhost:3000", cookie });
  return {
    name: "Next",
    makeGuard: (options) => protect(done, options),
    async protect(options) {
      const guard = protect(done, options);
      return (await guard(new Request(`${ORIGIN}/acme`, { headers: begin() }), {})).status;
    },
    authenticate(options) {
      begin();
      return isOk(authenticate(options));
    },
    requireProof(options) {
      begin();
      return isProven(requireProof(options as object));
    },
  };
};

const withSvelteKit: Make = (config, cookie) => {
  const { authenticate, protect, requireProof } = createSvelteKitAuth(config, {
    env: {},
    basePath: () => "/auth",
    redirect() {
      throw new Error("unused");
    },
    isBuilding: false,
    isDevelopment: false,
  });
  const event = (): KitEvent => {
    const request = new Request(`${ORIGIN}/acme`, { headers: { cookie } });
    return { request, url: new URL(request.url), cookies: { set: () => {} }, locals: {} };
  };
  return {
    name: "SvelteKit",
    makeGuard: (options) => protect(done, options),
    protect: async (options) => (await protect(done, options)(event())).status,
    authenticate: (options) => isOk(authenticate(event(), options)),
    requireProof: (options) => isProven(requireProof(event(), options)),
  };
};

const withQwik: Make = (config, cookie) => {
  const { authenticate, protect, requireProof } = createQwikAuth(() => config, {
    isDevelopment: false,
  });
  class Stopped extends Error {
    constructor(readonly response: Response) {
      super();
    }
  }
  const event = (): QwikActionEvent => {
    const request = new Request(`${ORIGIN}/acme`, { headers: { cookie } });
    return {
      request,
      url: new URL(request.url),
      basePathname: "/",
      headers: new Headers(),
      sharedMap: new Map(),
      env: { get: () => undefined },
      clientConn: {},
      cookie: { set: () => {} },
      redirect: () => new Error("unused"),
      send: (response) => new Stopped(response),
      fail: (_status, data) => ({ ...data, failed: true }),
    };
  };
  return {
    name: "Qwik",
    makeGuard: (options) => protect(options),
    async protect(options) {
      try {
        await protect(options)(event());
        return 200;
      } catch (thrown) {
        if (thrown instanceof Stopped) return thrown.response.status;
        throw thrown;
      }
    },
    authenticate: (options) => isOk(authenticate(event(), options)),
    requireProof: (options) => isProven(requireProof(event(), options)),
  };
};

/** Every wrapper, and the functions of `defineAuth`. */
export const demanding: readonly Make[] = [
  ...[withRequest, withDefined, withFresh, withHono, withNode, withExpress, withSolid, withNext],
  ...[withSvelteKit, withQwik],
];

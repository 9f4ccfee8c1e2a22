/**
 * The part of Fresh 2 that its example and tests use, with the same interface,
 * for machines that cannot reach JSR. Not a general router.
 *
 * @module
 */

type Next = () => Promise<Response>;

/** Context of middlewares and handlers. */
export interface Context<State> {
  readonly config: { root: string; basePath: string; mode: "development" | "production" };
  readonly url: URL;
  req: Request;
  readonly route: string | null;
  readonly params: Record<string, string>;
  readonly state: State;
  readonly info: Deno.ServeHandlerInfo;
  readonly isPartial: boolean;
  error: unknown;
  next: Next;
  redirect(pathOrUrl: string, status?: number): Response;
  text(content: string, init?: ResponseInit): Response;
  html(content: string, init?: ResponseInit): Response;
}

export type Middleware<State> = (ctx: Context<State>) => Response | Promise<Response>;

interface Row<State> {
  method?: string;
  path: string;
  handlers: Middleware<State>[];
}

const NOWHERE = {
  remoteAddr: { transport: "tcp", hostname: "localhost", port: 1234 },
  completed: Promise.resolve(),
} as Deno.ServeHandlerInfo;

/** An application. */
export class App<State> {
  readonly config: Context<State>["config"];
  #rows: Row<State>[] = [];

  constructor({ basePath = "" }: { basePath?: string } = {}) {
    this.config = { root: ".", basePath, mode: "production" };
  }

  use(...middlewares: Middleware<State>[]): this;
  use(path: string, ...middlewares: Middleware<State>[]): this;
  use(first: string | Middleware<State>, ...rest: Middleware<State>[]): this {
    const [path, handlers] = typeof first === "string" ? [first, rest] : ["*", [first, ...rest]];
    this.#rows.push({ path, handlers });
    return this;
  }

  get(path: string, ...handlers: Middleware<State>[]): this {
    this.#rows.push({ method: "GET", path, handlers });
    return this;
  }

  post(path: string, ...handlers: Middleware<State>[]): this {
    this.#rows.push({ method: "POST", path, handlers });
    return this;
  }

  handler(): (request: Request, info?: Deno.ServeHandlerInfo) => Promise<Response> {
    return async (req, info = NOWHERE) => {
      const url = new URL(req.url);
      url.pathname = url.pathname.replace(/\/+/g, "/");
      const { basePath } = this.config;
      const path = url.pathname.startsWith(basePath) ? url.pathname.slice(basePath.length) : "?";
      const isWithin = (prefix: string) =>
        prefix === "*" || path === prefix || path.startsWith(`${prefix}/`);
      const route = this.#rows.find(({ method, path: exact }) =>
        method === req.method && (exact === path || (exact === "/" && path === ""))
      );
      const middlewares = this.#rows.filter((row) =>
        !row.method && (route ? isWithin(row.path) : row.path === "*")
      );
      const chain = [...middlewares, ...route ? [route] : []].flatMap(({ handlers }) => handlers);
      const ctx: Context<State> = {
        config: this.config,
        url,
        req,
        route: route?.path ?? null,
        params: {},
        state: {} as State,
        info,
        isPartial: url.searchParams.has("fresh-partial"),
        error: null,
        next: () => Promise.resolve(new Response("Not found", { status: 404 })),
        redirect: (location, status = 302) => new Response(null, { status, headers: { location } }),
        text: (content, init) => new Response(content, init),
        html(content, init) {
          const headers = new Headers(init?.headers);
          headers.set("content-type", "text/html; charset=utf-8");
          return new Response(content, { ...init, headers });
        },
      };
      const last = ctx.next;
      const run = async (index: number): Promise<Response> => {
        ctx.next = index < chain.length ? () => run(index + 1) : last;
        return await (chain[index]?.(ctx) ?? last());
      };
      try {
        return await run(0);
      } catch {
        return new Response("Internal server error", { status: 500 });
      }
    };
  }

  async listen(options: Deno.ServeTcpOptions = {}): Promise<void> {
    await Deno.serve({ onListen: () => {}, ...options }, this.handler()).finished;
  }
}

/**
 * The rules of the house, as functions over a list of files, so that they can
 * be shown to fail.
 *
 * @module
 */

/** A file with what it imports. */
export interface SourceFile {
  /** Path from the root. */
  path: string;
  text: string;
  /** Paths of own files, and specifiers of outside ones. */
  imports: string[];
}

/** Lowest floor first; a file belongs to the first entry that fits. */
const FLOORS: [RegExp, number][] = [
  [/^src\/(types|crypto)\/|^src\/(address|color|errors|objects|symbols)\.ts$/, 1],
  [/^src\/(http|hooks|providers|client)\/|^adapters\/|^pages\//, 2],
  [/^src\/(request|response)\/|^src\/jwt\.ts$/, 3],
  [/^src\/(config|session)\//, 4],
  [/^src\/flows\//, 5],
  [/^src\/accounts\//, 6],
  [/^src\/actions\//, 7],
  [/^src\/(auth|dispatch)\.ts$/, 8],
  [/^src\/(server|testing)\/|^src\/doctor\.ts$/, 9],
  [/^src\/frameworks\/|^mod\.ts$/, 10],
];

/** Folders whose files stand on the ground alone. */
const ALONE = /^(src\/(providers|client)|adapters|pages)\//;

/** Where each outside package may be imported. */
const HOMES: Record<string, RegExp> = {
  "jose":
    /^src\/(jwt\.ts|crypto\/(keys|jwe)\.ts|flows\/oauth\/(logout|signature)\.ts|testing\/idp(_keys)?\.ts)$/,
  "nodemailer": /^src\/providers\/nodemailer\.ts$/,
  "oauth4webapi": /^src\/flows\/oauth\//,
  "preact": /^pages\/|^src\/client\/preact\.ts$/,
  "@simplewebauthn/server": /^src\/providers\/webauthn\.ts$/,
  "@std/http": /^pages\/messages\.ts$/,
  // Workspace packages of their own, which see the library as any app does.
  "@x/auth": /^src\/frameworks\/\w+\//,
  "next": /^src\/frameworks\/next\//,
  "react": /^src\/frameworks\/next\//,
  "@builder.io/qwik": /^src\/frameworks\/qwik\//,
  "@builder.io/qwik-city": /^src\/frameworks\/qwik\//,
  "@sveltejs/kit": /^src\/frameworks\/sveltekit\//,
  "$app": /^src\/frameworks\/sveltekit\//,
  "$env": /^src\/frameworks\/sveltekit\//,
};

/** Files that may keep something between requests: bounded or weak caches, and lookups. */
const STATEFUL =
  /^pages\/mod\.ts$|^src\/(crypto\/(keys|runtime)|config\/resolve|flows\/(oauth\/metadata|webauthn\/ceremony)|request\/peer|session\/record|server\/environment|hooks\/logger|frameworks\/(hono|solid_start))\.ts$/;

export function floorOf(path: string): number | undefined {
  return FLOORS.find(([pattern]) => pattern.test(path))?.[1];
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);
const isOwn = (specifier: string) => /\.tsx?$/.test(specifier);

/** Sentences about what breaks a rule; none when all is well. */
export function findBreaches(files: readonly SourceFile[]): string[] {
  return [
    ...files.flatMap(findArrows),
    ...files.flatMap(findPackages),
    ...files.flatMap(findHabits),
    ...findLoops(files),
  ];
}

function findArrows({ path, imports }: SourceFile): string[] {
  const breaches: string[] = [];
  const floor = floorOf(path);
  if (floor === undefined) breaches.push(`${path} stands on no floor`);
  for (const target of imports.filter(isOwn)) {
    const below = floorOf(target) ?? 0;
    if (below > (floor ?? 0)) {
      breaches.push(`${path} (${floor}) imports upward: ${target} (${below})`);
    }
    if (target === `${folderOf(path)}mod.ts`) {
      breaches.push(`${path} imports its own folder's mod.ts`);
    }
    const isGround = below === 1 || folderOf(target).startsWith(folderOf(path));
    if (ALONE.test(path) && !isGround) {
      breaches.push(`${path} imports more than the ground: ${target}`);
    }
    if (/^src\/flows\//.test(path) && /^src\/(accounts|actions|response)\//.test(target)) {
      breaches.push(`${path} knows what it is used for: ${target}`);
    }
  }
  return breaches;
}

function findPackages({ path, imports }: SourceFile): string[] {
  return imports.filter((specifier) => !isOwn(specifier)).flatMap((specifier) => {
    const name = specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
    if (name.startsWith("node:")) return [];
    if (!Object.hasOwn(HOMES, name)) return [`${path} imports a package without a home: ${name}`];
    return HOMES[name]!.test(path) ? [] : [`${path} imports ${name}, which lives elsewhere`];
  });
}

function findHabits({ path, text }: SourceFile): string[] {
  const breaches: string[] = [];
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const below = (floorOf(path) ?? 0) < 8;
  if (!/^\/\*\*[\s\S]*?@module\b/.test(text)) breaches.push(`${path} has no module docstring`);
  // The table of errors is one idea, however many rows it has.
  if (text.split("\n").length > 400 && path !== "src/errors.ts") {
    breaches.push(`${path} is longer than 400 lines`);
  }
  if (/from "(npm|jsr|https?):/.test(code)) breaches.push(`${path} names a registry inline`);
  if (below && /\bDeno\.|\bprocess\.env\b/.test(code)) {
    breaches.push(`${path} reads the process or its environment`);
  }
  if (below && /\bconsole\./.test(code) && !/^src\/hooks\/(logger|trace)\.ts$/.test(path)) {
    breaches.push(`${path} prints`);
  }
  if (
    !STATEFUL.test(path) &&
    /^(let |(const|export const) \w+ = new (Weak)?(Map|Set)[<(])/m.test(code)
  ) {
    if (!isReadonlyTable(code)) breaches.push(`${path} keeps state between requests`);
  }
  if (/\b(TODO|FIXME|XXX)\b/.test(text)) breaches.push(`${path} has an unfinished mark`);
  return breaches;
}

/** Sets that are made with their members and never change. */
function isReadonlyTable(code: string): boolean {
  const [declaration, name] =
    /^const (\w+)(?:: Readonly\w+<[^=]+>)? = new Set[<(].+$/m.exec(code) ?? [];
  return Boolean(declaration?.includes("([") && !code.includes(`${name}.add(`));
}

function findLoops(files: readonly SourceFile[]): string[] {
  const graph = new Map(files.map(({ path, imports }) => [path, imports.filter(isOwn)]));
  const done = new Set<string>();
  const breaches: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      breaches.push(`Loop: ${[...trail.slice(trail.indexOf(path)), path].join(" -> ")}`);
    } else if (!done.has(path)) {
      for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
      done.add(path);
    }
  };
  for (const path of graph.keys()) visit(path, []);
  return breaches;
}

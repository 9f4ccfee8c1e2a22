/**
 * Which files `deno task test` runs, in jobs of about the same length.
 *
 * @module
 */

/** One call of `deno test`. */
export interface Job {
  /** What a reader sees of it. */
  part: string;
  /** Files, or the arguments of a call that names none. */
  args: string[];
  /** Number of test files. */
  files: number;
  /** Expected seconds of a core. */
  seconds: number;
  /** `true` when a file needs the npm package, which is built once. */
  needsPackage: boolean;
  /** `true` when the files share their modules. */
  together?: boolean;
}

/**
 * Files that take long, with about the seconds of a core that they take. They begin first, and the
 * time that is left is estimated from them; nothing depends on the numbers.
 */
export const SECONDS: Readonly<Record<string, number>> = {
  "tests/browser/step_up_changes_test.ts": 22,
  "tests/browser/demo_test.ts": 21,
  "tests/browser/states_test.ts": 20,
  "tests/outside/npm_types_test.ts": 20,
  "tests/adapters/refreshes_test.ts": 20,
  "tests/outside/guides_test.ts": 19,
  "tests/browser/pages_test.ts": 16,
  "tests/browser/passkeys_test.ts": 15,
  "tests/browser/emails_test.ts": 15,
  "tests/outside/npm_doctor_test.ts": 15,
  "tests/browser/gallery_test.ts": 13,
  "tests/outside/better_auth_guide_test.ts": 13,
  "tests/flows/better_auth_people_test.ts": 11,
  "tests/adapters/foreign/prisma_test.ts": 11,
  "tests/browser/keys_test.ts": 11,
  "tests/browser/factors_test.ts": 10,
  "tests/adapters/postgres_trouble_test.ts": 14,
  "tests/adapters/drizzle_test.ts": 20,
  "tests/adapters/kysely_test.ts": 20,
  "tests/adapters/prisma_test.ts": 40,
  "tests/adapters/mysql_trouble_test.ts": 14,
  "tests/adapters/machines_test.ts": 12,
  "tests/adapters/libsql_trouble_test.ts": 12,
  "tests/adapters/d1_limits_test.ts": 15,
  "tests/adapters/d1_test.ts": 6,
  "tests/adapters/records/d1_test.ts": 6,
  "tests/adapters/libsql_test.ts": 12,
  "tests/adapters/records/libsql_test.ts": 9,
  "tests/adapters/records/dynamodb_test.ts": 16,
  "tests/adapters/databases_test.ts": 16,
  "tests/adapters/records/dynamodb_app_test.ts": 10,
  "tests/adapters/records/redis_test.ts": 14,
  "tests/adapters/records/redis_trouble_test.ts": 11,
  "tests/adapters/records/postgres_test.ts": 10,
  "tests/adapters/records/mysql_test.ts": 9,
  "tests/outside/declarations_test.ts": 10,
  "tests/flows/faults_test.ts": 9,
  "tests/adapters/postgres_test.ts": 9,
  "tests/adapters/mysql_test.ts": 12,
  "tests/adapters/killed_test.ts": 9,
  "tests/adapters/organization_kills_test.ts": 9,
  "tests/browser/languages_test.ts": 9,
  "tests/browser/factors_page_test.ts": 8,
  "tests/browser/account_test.ts": 8,
  "tests/flows/organizations_races_test.ts": 8,
  "tests/flows/organizations_faults_test.ts": 8,
  "tests/flows/credential_races_test.ts": 8,
  "tests/fuzz/http_test.ts": 8,
  "tests/fuzz/growth_test.ts": 7,
  "tests/unit/expressions_test.ts": 6,
  "tests/unit/tools/rules_test.ts": 3,
  "tests/browser/error_pages_test.ts": 7,
  "tests/browser/organizations_test.ts": 7,
  "tests/browser/email_test.ts": 7,
  "tests/conformance/stolen_session_test.ts": 7,
  "tests/conformance/changes_test.ts": 6,
  "tests/conformance/oauth_server/mcp_conformance_test.ts": 7,
  "tests/flows/credential_store_test.ts": 7,
  "tests/frameworks/stolen_session_test.ts": 7,
  "tests/flows/code_twice_test.ts": 11,
  "tests/flows/refresh_twice_test.ts": 7,
  "tests/flows/email_test.ts": 7,
  "tests/browser/account_page_test.ts": 6,
  "tests/browser/presses_test.ts": 6,
  "tests/flows/password_timing_test.ts": 6,
  "tests/flows/factor_races_test.ts": 6,
  "tests/flows/address_table_test.ts": 6,
  "tests/doctor/permissions_test.ts": 6,
  "tests/flows/credential_cases_test.ts": 6,
  "tests/conformance/oauth_server/endings_test.ts": 6,
  "tests/conformance/oauth_server/token_races_test.ts": 6,
  "tests/adapters/deno_kv_test.ts": 6,
  "tests/adapters/organization_processes_test.ts": 6,
  "tests/flows/account_faults_test.ts": 6,
  "tests/browser/password_test.ts": 5,
  "tests/browser/address_test.ts": 5,
  "tests/browser/saas_test.ts": 5,
  "tests/flows/password_faults_test.ts": 5,
  "tests/flows/native_races_test.ts": 5,
  "tests/flows/factor_matrix_test.ts": 5,
  "tests/types/programs_test.ts": 5,
  "tests/outside/oidc_provider_guide_test.ts": 5,
  "tests/conformance/oauth_server/relying_parties_test.ts": 5,
  "tests/conformance/oauth_server/mcp_clients_test.ts": 5,
  "tests/conformance/oauth_server/differential_test.ts": 5,
  "tests/frameworks/express_test.ts": 5,
  "tests/beside/beside_test.ts": 5,
  "tests/formats/formats_test.ts": 5,
  "tests/conformance/oauth_server/faults_test.ts": 5,
  "tests/adapters/postgres_limits_test.ts": 5,
  "tests/adapters/mysql_limits_test.ts": 6,
  "tests/flows/credential_guards_test.ts": 5,
  "tests/flows/factor_faults_test.ts": 5,
  "tests/doctor/command_test.ts": 5,
  "tests/flows/better_auth_test.ts": 5,
  "tests/browser/return_test.ts": 4,
  "tests/flows/step_up_changes_test.ts": 4,
  "tests/flows/back_channel_test.ts": 4,
  "tests/conformance/oauth_server/signing_keys_test.ts": 4,
  "tests/adapters/foreign/pg_test.ts": 4,
  "tests/adapters/foreign/drizzle_test.ts": 4,
  "tests/doctor/examples_test.ts": 4,
  "tests/outside/empty_folder_test.ts": 4,
  "tests/adapters/records/capabilities_test.ts": 15,
  "tests/adapters/records/redis_app_test.ts": 4,
  "tests/adapters/records/killed_test.ts": 4,
  "tests/flows/organization_cases_test.ts": 4,
  "tests/fuzz/statement_test.ts": 4,
  "tests/browser/sign_out_test.ts": 3,
  "tests/browser/client_test.ts": 3,
  "tests/flows/fapi_test.ts": 3,
  "tests/flows/tokens_faults_test.ts": 3,
  "tests/flows/address_faults_test.ts": 3,
  "tests/conformance/oauth_server/store_test.ts": 3,
  "tests/flows/limits_test.ts": 3,
  "tests/types/completions_test.ts": 3,
  "tests/adapters/deno_kv_remote_test.ts": 3,
  "tests/frameworks/scenario_table_test.ts": 3,
  "tests/adapters/memory_test.ts": 3,
  "tests/adapters/records/deno_kv_test.ts": 3,
  "tests/adapters/records/mutations_test.ts": 3,
  "tests/adapters/sqlite_test.ts": 3,
  "tests/adapters/strict_test.ts": 3,
  "tests/flows/password_guessing_test.ts": 3,
  "tests/flows/address_table_change_test.ts": 3,
};

/** Where the long matrices are, of which `_stride.ts` chooses the cases. */
export const LONG: readonly string[] = [
  "tests/adapters/d1_test.ts",
  "tests/adapters/databases_test.ts",
  "tests/adapters/deno_kv_remote_test.ts",
  "tests/adapters/deno_kv_test.ts",
  "tests/adapters/drizzle_test.ts",
  "tests/adapters/foreign",
  "tests/adapters/killed_test.ts",
  "tests/adapters/kysely_test.ts",
  "tests/adapters/memory_test.ts",
  "tests/adapters/mysql_test.ts",
  "tests/adapters/organization_kills_test.ts",
  "tests/adapters/organization_processes_test.ts",
  "tests/adapters/postgres_test.ts",
  "tests/adapters/prisma_test.ts",
  "tests/adapters/records",
  "tests/adapters/refreshes_test.ts",
  "tests/adapters/sqlite_test.ts",
  "tests/adapters/strict_test.ts",
  "tests/beside/beside_test.ts",
  "tests/browser",
  "tests/conformance/oauth_server/differential_test.ts",
  "tests/conformance/oauth_server/endings_test.ts",
  "tests/conformance/oauth_server/faults_test.ts",
  "tests/conformance/oauth_server/mcp_clients_test.ts",
  "tests/conformance/oauth_server/mcp_remote_test.ts",
  "tests/conformance/oauth_server/relying_parties_test.ts",
  "tests/conformance/oauth_server/store_test.ts",
  "tests/conformance/stolen_session_test.ts",
  "tests/doctor/guides_test.ts",
  "tests/flows/account_faults_test.ts",
  "tests/flows/address_faults_test.ts",
  "tests/flows/address_table_change_test.ts",
  "tests/flows/address_table_test.ts",
  "tests/flows/back_channel_test.ts",
  "tests/flows/better_auth_people_test.ts",
  "tests/flows/code_twice_test.ts",
  "tests/flows/connections_faults_test.ts",
  "tests/flows/connections_matrix_test.ts",
  "tests/flows/connections_test.ts",
  "tests/flows/credential_cases_test.ts",
  "tests/flows/credential_guards_test.ts",
  "tests/flows/credential_races_test.ts",
  "tests/flows/factor_faults_test.ts",
  "tests/flows/factor_matrix_test.ts",
  "tests/flows/faults_test.ts",
  "tests/flows/limits_test.ts",
  "tests/flows/native_races_test.ts",
  "tests/flows/organization_cases_test.ts",
  "tests/flows/organizations_acceptance_test.ts",
  "tests/flows/organizations_faults_test.ts",
  "tests/flows/organizations_invitation_matrix_test.ts",
  "tests/flows/organizations_races_test.ts",
  "tests/flows/password_faults_test.ts",
  "tests/flows/refresh_twice_test.ts",
  "tests/flows/scim_matrix_test.ts",
  "tests/flows/scim_races_test.ts",
  "tests/flows/scim_test.ts",
  "tests/flows/step_up_changes_test.ts",
  "tests/flows/store_away_test.ts",
  "tests/flows/tokens_faults_test.ts",
  "tests/fuzz",
  "tests/outside/better_auth_guide_test.ts",
  "tests/outside/declarations_test.ts",
  "tests/outside/empty_folder_test.ts",
  "tests/outside/guides_test.ts",
  "tests/outside/npm_doctor_test.ts",
  "tests/outside/npm_types_test.ts",
  "tests/unit/expressions_test.ts",
  "tests/unit/limits/rate_test.ts",
];

/** Seconds of a file that is not in the list, by its folder. */
const USUAL: Readonly<Record<string, number>> = {
  conformance: 0.5,
  flows: 1.2,
  types: 0.2,
  unit: 0.3,
};

/** Longest job of several files, in seconds. */
const LONGEST = 40;

/**
 * Folders whose files share the modules of their job, which are loaded once (`_together.ts`). The
 * others change what belongs to the whole process.
 */
const TOGETHER: readonly string[] = [
  "adapters",
  "browser",
  "conformance",
  "doctor",
  "flows",
  "frameworks",
  "fuzz",
  "move",
  "types",
  "unit",
];

/**
 * Their files that need fresh modules: they are about a warning or a count of the whole process, or
 * change what belongs to it, as a server for Hono does with `Response`.
 */
export const FRESH: readonly string[] = [
  "tests/flows/factor_limits_test.ts",
  "tests/flows/limits_unknown_address_test.ts",
  "tests/flows/next_auth_4_middleware_test.ts",
  "tests/flows/session_budget_test.ts",
  "tests/flows/sign_in_steps_test.ts",
  "tests/flows/walks_test.ts",
  "tests/flows/webauthn_email_test.ts",
  "tests/frameworks/hono_node_1_test.ts",
  "tests/frameworks/hono_node_test.ts",
  "tests/unit/base/crypto/loading_test.ts",
  "tests/unit/base/crypto/runtime_test.ts",
  "tests/unit/request/concurrency_test.ts",
  "tests/unit/server/forwarded_host_test.ts",
  "tests/unit/tools/walk_counter_test.ts",
];

const TEST_FILE = /(?:^|[._])test\.[cm]?[jt]sx?$/;

/** Test files at or below a path, without what the configuration excludes. */
export async function testFiles(path: string, excluded: readonly string[]): Promise<string[]> {
  if ((await Deno.stat(path)).isFile) return [path];
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(path)) {
    const inner = `${path.replace(/\/$/, "")}/${name}`;
    if (name === "node_modules" || name.startsWith(".") || excluded.includes(inner)) continue;
    if (isDirectory) found.push(...await testFiles(inner, excluded));
    else if (TEST_FILE.test(name)) found.push(inner);
  }
  return found.toSorted();
}

/**
 * Files with examples in their comments at or below a path. `deno test --doc` finds none itself in
 * a folder with members of the workspace. Those members stay out: they load their framework.
 */
export async function exampleFiles(path: string): Promise<string[]> {
  if ((await Deno.stat(path)).isFile) {
    const isText = /\.(?:md|tsx?)$/.test(path) && !path.endsWith(".d.ts");
    return isText && /^(?: \* )?```tsx?$/m.test(await Deno.readTextFile(path)) ? [path] : [];
  }
  const entries = await Array.fromAsync(Deno.readDir(path));
  if (entries.some(({ name }) => name === "deno.json")) return [];
  const found = [];
  for (const { name } of entries) found.push(...await exampleFiles(`${path}/${name}`));
  return found.toSorted();
}

/** Files whose examples always run: what they show is about credentials. */
const ALWAYS = /^src\/(capabilities\/(keys|native)\/|server\/authenticate)/;

/**
 * Files whose examples a run takes: of those that are sorted, every fifth, and those about
 * credentials.
 *
 * @param cases `some`, `rest` (all others), or `all`
 */
export function chooseExamples(files: readonly string[], cases: string): string[] {
  if (cases === "all") return [...files];
  return files.filter((path, index) =>
    (index % 5 === 0 || ALWAYS.test(path)) === (cases === "some")
  );
}

/** Puts files into jobs, longest first. */
export async function planJobs(files: readonly string[]): Promise<Job[]> {
  const jobs: Job[] = [];
  for (const path of files) {
    const part = /^(?:\.\/)?tests\/(\w+)\//.exec(path)?.[1] ?? "tests";
    const name = path.replace(/^\.\//, "");
    const seconds = SECONDS[name] ?? USUAL[part] ?? 0.8;
    const needsPackage = await importsPackage(path);
    const together = TOGETHER.includes(part) && !FRESH.includes(name);
    const open = jobs.find((job) =>
      job.part === part && job.needsPackage === needsPackage && job.together === together &&
      job.seconds + seconds <= LONGEST
    );
    if (open) {
      open.args.push(path);
      open.files++;
      open.seconds += seconds;
    } else jobs.push({ part, args: [path], files: 1, seconds, needsPackage, together });
  }
  return jobs.toSorted((a, b) => b.seconds - a.seconds);
}

/** The two modules through which tests get the npm package. */
async function importsPackage(path: string): Promise<boolean> {
  return /from "[^"]*\/(?:tools\/npm|outside\/_project|_project)\.ts"/.test(
    await Deno.readTextFile(path),
  );
}

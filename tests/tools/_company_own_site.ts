/**
 * Companies on this library.
 *
 * @module
 */

import { Auth } from "../../mod.ts";
import { Saml } from "../../src/capabilities/saml/mod.ts";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import type { KeyFunctions } from "../../src/capabilities/keys/typed.ts";
import { Scim } from "../../src/capabilities/scim/mod.ts";
import type { AuthConfig } from "../../mod.ts";
import {
  type Company as OwnCompany,
  createWorld,
  type SamlCompany,
} from "../flows/_connections.ts";
import { done, signIn } from "../flows/_organizations.ts";
import type { Strategy } from "../flows/_strategies.ts";
import type { Company, CompanySite } from "./_company_site.ts";

const APP = "https://app.example";

/** Creates the site. */
export function createOwnSite(strategy: Strategy): CompanySite {
  const config = {
    keys: ApiKeys({ prefix: "acme", scopes: ["project:read"] }),
    scim: Scim({ perMinute: false }),
  } as Partial<AuthConfig>;
  const connections = { kinds: ["oidc", "saml"] as const, saml: Saml() };
  const world = createWorld({ strategy, config, connections });
  const companies = new Map<string, OwnCompany | SamlCompany>();
  const ownOf = ({ slug }: Pick<Company, "slug">) => companies.get(slug)!;
  const { app } = world;
  const keys = (app.auth as unknown as { keys: KeyFunctions }).keys;
  const send = (request: Request) => Auth(request, app.config);
  return {
    open: world.open,
    async signUp(email) {
      const isLed = companies.size > 0 &&
        [...companies.values()].some(({ domain }) => email.endsWith(`@${domain}`));
      return (await (isLed ? world.byMail(email) : signIn(app, email, world.open()))).id;
    },
    async company(slug, kind) {
      const made = kind === "oidc" ? await world.company(slug) : await world.samlCompany(slug);
      companies.set(slug, made);
      const { domain } = made;
      const provider = kind === "oidc" ? { idp: made.idp } : { saml: (made as SamlCompany).saml };
      return { slug, domain, kind, ...provider };
    },
    begin: (at, browser) => world.begin(ownOf(at), browser),
    async follow(url, browser) {
      const { email, landing } = await world.follow(url, browser);
      const user = email === undefined ? null : await world.userOf(email);
      return { email, id: user?.id, trail: landing.trail.map((one) => one.url) };
    },
    async changeIssuer(at) {
      const idp = await world.startIdp(`https://idp2.${at.slug}.example`);
      const { org, id } = ownOf(at);
      const { issuer, clientId, clientSecret } = idp;
      done(
        await world.sso.update(app.orgs.asSystem(org), id, { issuer, clientId, clientSecret }),
      );
      return idp;
    },
    async roleOf(at, id) {
      const { org } = ownOf(at);
      return (await app.orgs.listOrganizations(id)).find((one) => one.id === org)?.role;
    },
    async remove(at, { id }) {
      const { org } = ownOf(at);
      done(await app.orgs.removeMember(app.orgs.asSystem(org), id));
    },
    async ban(id) {
      await app.auth.users.suspend(id);
    },
    async directory(slug) {
      const { org } = ownOf({ slug });
      const options = { name: "Directory", scopes: ["scim"] as never };
      const { secret } = done(
        await keys.createForOrganization(app.orgs.asSystem(org), options),
      );
      return { token: secret, url: `${APP}/auth/scim/v2/${slug}` };
    },
    send,
    isSignedIn: async (browser) => await browser.session() !== null,
    close() {},
  };
}

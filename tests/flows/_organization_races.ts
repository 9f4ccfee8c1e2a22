/**
 * Races of two owners of one organization, with a store that takes time.
 *
 * @module
 */

import { type CreateSite, isOwner, joined, type Verdict } from "./_organization_scenes.ts";
import {
  type Answer,
  onInstance,
  type Organization,
  type Person,
  type Site,
} from "./_organization_site.ts";

/** What each of both owners does. */
type Act = (
  site: Site,
  organization: Organization,
  owner: Person,
  other: Person,
) => Promise<Answer>;

/**
 * In each round two owners act at once, each from another instance of the app, and a member then
 * looks for an owner.
 */
export async function measureRace(
  create: CreateSite,
  rounds: number,
  act: Act,
  name = "",
): Promise<Verdict> {
  const site = await create();
  let lost = 0;
  let done = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      const first = await site.signUp(`first-${round}`);
      const organization = await site.create(first);
      const second = await joined(site, first, organization, `second-${round}`, "owner");
      const owners = [first, second];
      site.setSlow(true);
      const answers = await Promise.all(
        owners.map((owner, index) =>
          onInstance(index === 0 ? 0 : 1, () => act(site, organization, owner, owners[1 - index]!))
        ),
      );
      site.setSlow(false);
      done += answers.filter(({ ok }) => ok).length;
      const left = [];
      for (const owner of owners) if (await isOwner(site, owner, organization)) left.push(owner);
      if (left.length === 0) lost++;
    }
  } finally {
    site.close();
  }
  // Where nothing is ever done, nothing was tried.
  if (done === 0) throw new Error(`No owner could act in ${rounds} rounds${name && `: ${name}`}`);
  const found = `${lost} of ${rounds} organizations without an owner`;
  return { holds: lost === 0, found: name ? `${name}: ${found}` : found };
}

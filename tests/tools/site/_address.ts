/**
 * The address of the site.
 *
 * @module
 */

import { REPOSITORY } from "../../../src/tools/doctor/docs.ts";

const [, owner, repository] = /^https:\/\/github\.com\/([^/]+)\/([^/]+)$/.exec(REPOSITORY)!;

/** URL at which `.github/workflows/docs.yml` publishes the site. */
export const SITE = `https://${owner}.github.io/${repository}/`;

/**
 * Hydrates the app in Vue.
 *
 * @module
 */

import "./_vue_flags.ts";
import { markReady, readData } from "./_page.ts";
import { createPage } from "./vue.ts";

createPage(readData(), markReady).mount("#app");

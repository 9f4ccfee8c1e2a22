import type { NextConfig } from "next";

/** As in a new app of `create-next-app`. */
const config: NextConfig = { cacheComponents: true, partialPrefetching: true };

export default config;

import type { ExpressAuthConfig } from "@x/auth/express";
import GitHub from "@x/auth/providers/github";

export const config: ExpressAuthConfig = { providers: [GitHub] };

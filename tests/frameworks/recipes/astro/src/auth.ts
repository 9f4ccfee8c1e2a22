import GitHub from "@x/auth/providers/github";
import { defineAuth } from "@x/auth/server";

export const auth = defineAuth({ providers: [GitHub] });

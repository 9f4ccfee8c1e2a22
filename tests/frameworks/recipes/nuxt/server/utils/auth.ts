import { NodeAuth } from "@x/auth/node";
import GitHub from "@x/auth/providers/github";

export const auth = NodeAuth({ providers: [GitHub] });

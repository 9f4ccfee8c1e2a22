import { fail } from "@sveltejs/kit";
import { CredentialsSignin } from "@x/auth/sveltekit";
import { signIn } from "../../auth";
import type { Actions } from "./$types";

export const actions: Actions = {
  async default(event) {
    try {
      await signIn(event);
    } catch (error) {
      // Redirects are thrown as well.
      if (!(error instanceof CredentialsSignin)) throw error;
      return fail(401, { problem: `${error.type}:${error.code}` });
    }
  },
};

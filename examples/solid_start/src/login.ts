import { action } from "@solidjs/router";
import { CredentialsSignin, signIn, signOut } from "@x/auth/solid-start";
import { getRequestEvent } from "solid-js/web";
import { config } from "./auth";

/** The action of the app's own form; wrong credentials throw `CredentialsSignin`. */
export const login = action(async (form: FormData) => {
  "use server";
  const { username, password } = Object.fromEntries(form);
  const fields = { username, password, redirectTo: "/dashboard" };
  try {
    return await signIn(getRequestEvent()!, config, "credentials", fields);
  } catch (error) {
    if (error instanceof CredentialsSignin) return { refused: error.code };
    throw error;
  }
}, "login");

export const logout = action(async () => {
  "use server";
  return await signOut(getRequestEvent()!, config, { redirectTo: "/" });
}, "logout");

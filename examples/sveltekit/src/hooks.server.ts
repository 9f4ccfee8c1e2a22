import { redirect } from "@sveltejs/kit";
import { sequence, type Handle } from "@sveltejs/kit/hooks";
import { handle as authenticate } from "./auth";

const protect: Handle = async ({ event, resolve }) => {
  // Compare the matched route: a path can be written in many ways, such as /%64ashboard.
  if (event.route.id?.startsWith("/dashboard")) {
    const session = await event.locals.auth();
    if (!session?.user) redirect(303, "/auth/signin");
  }
  return await resolve(event);
};

export const handle: Handle = sequence(authenticate, protect);

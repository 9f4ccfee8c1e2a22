import { data, redirectDocument } from "react-router";
import { auth } from "../auth.server";
import type { Route } from "./+types/dashboard";

export async function loader({ request }: Route.LoaderArgs) {
  const headers = new Headers();
  const session = await auth.getSession(request, headers);
  if (!session?.user) throw redirectDocument("/auth/signin?callbackUrl=/dashboard");
  return data({ name: session.user.name }, { headers });
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  return (
    <main>
      <p>Hello {loaderData.name}</p>
      <a href="/auth/signout?callbackUrl=/">Sign out</a>
    </main>
  );
}

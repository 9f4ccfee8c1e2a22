import { data, type LoaderFunctionArgs, redirectDocument } from "react-router";
import { auth } from "../auth.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const headers = new Headers();
  const session = await auth.getSession(request, headers);
  if (!session?.user) throw redirectDocument("/auth/signin?callbackUrl=/dashboard");
  return data({ name: session.user.name }, { headers });
}

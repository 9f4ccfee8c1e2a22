import type { LoaderFunctionArgs } from "react-router";
import { auth } from "../auth.server";

export const loader = ({ request }: LoaderFunctionArgs) => auth.handler(request);
export const action = loader;

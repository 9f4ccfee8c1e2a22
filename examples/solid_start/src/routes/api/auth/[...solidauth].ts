import { SolidAuth } from "@x/auth/solid-start";
import { config } from "../../../auth";

export const { GET, POST } = SolidAuth(config);

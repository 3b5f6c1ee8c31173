import { Document } from "../../features/legal/index.ts";

export function Component() {
  return <Document id="personal-data" />;
}

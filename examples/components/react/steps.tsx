import { type FlowPath, propsOf, type StepNode, type StepsOptions, useSteps } from "@x/auth/react";
import { createElement, type ReactNode, useEffect, useRef, useState } from "react";
import "@x/auth/components.css";
import "./auth.css";

/** The steps that the service asks for. What a step has is decided there, and drawn here. */
export function Steps({ path, ...options }: StepsOptions & { path: FlowPath }) {
  const { root, attributes, key, nodes } = useSteps(path, options);
  return (
    <div ref={root} {...propsOf(attributes)}>
      <div key={key}>{nodes.map(draw)}</div>
    </div>
  );
}

/** Draws an element. For one of your own, ask for its part: `if (part === "button") return …`. */
function draw(node: StepNode, key: number): ReactNode {
  if (typeof node === "string") return node;
  const { part, tag, attributes, children } = node;
  const props = { "data-part": part, ...propsOf(attributes) };
  if (attributes.type === "password") return <Password key={key} attributes={props} />;
  return createElement(tag, { key, ...props }, ...children.map(draw));
}

/** The button beside it changes its type, which React would take back with the next key. */
function Password({ attributes }: { attributes: Record<string, string | true> }) {
  const [type, setType] = useState("password");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const observer = new MutationObserver(() => setType(field.current!.type));
    observer.observe(field.current!, { attributeFilter: ["type"] });
    return () => observer.disconnect();
  }, []);
  return <input ref={field} {...attributes} type={type} />;
}

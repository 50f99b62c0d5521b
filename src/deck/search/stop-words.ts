/** Words that say nothing about which tool is meant. */
export const STOP_WORDS = `
a an the this that these those it its of in on at to for from by with without within into onto over under about as and or
but not is are was were be been being am do does did has have had having can could should would will shall may might must
i we us our ours you your yours he she they them their his her there here then than so if while how since s t com www
please want need like help let lets try able wish some any each other another one also just only more very again use
using used via tool tools something anything someone somebody thing things given specific specified particular certain
existing up out off per e g eg ie etc
`;

/** Words that ask: they are no tool's own, but hint at what is wanted. */
export const ASKING_WORDS = "what which who whom when where why all every my mine me most";

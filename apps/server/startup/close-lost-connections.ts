import type { Worker } from 'node:cluster';

type Connection = { close(): void };
/** The messages with which `node:cluster` hands a connection to a node, and with which the node answers. */
type ClusterMessage = { readonly act?: string; readonly seq?: number; readonly ack?: number };

/** Milliseconds after the end of a node within which its last messages are read. */
const lastMessagesMs = 1_000;

/**
 * Closes the connections that were handed to a node which ended before it took them. `node:cluster` (Node 24) keeps
 * such connections open for ever, so the client would wait for an answer until it gives up. When a later version of
 * Node has other messages, this function has no effect.
 */
export function closeLostConnections(node: Worker): void {
  const connections = new Map<number, Connection>();
  const nodeProcess = node.process;
  const send = nodeProcess.send.bind(nodeProcess) as (...parts: unknown[]) => boolean;
  const sendAndRecord = (
    message: ClusterMessage,
    connection: Connection | undefined,
    ...others: unknown[]
  ): boolean => {
    if (message.act === 'newconn' && message.seq !== undefined && connection !== undefined)
      connections.set(message.seq, connection);
    return send(message, connection, ...others);
  };
  nodeProcess.send = sendAndRecord as typeof nodeProcess.send;
  nodeProcess.on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) connections.delete(ack);
  });
  const closeAllConnections = (): void => {
    for (const connection of connections.values()) connection.close();
    connections.clear();
  };
  // The event `disconnect` does not arrive while a connection is being handed over.
  node.once('exit', () => setTimeout(closeAllConnections, lastMessagesMs));
}

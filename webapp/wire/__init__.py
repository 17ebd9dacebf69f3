"""The wire format: every frame that crosses the socket, as JSON text. One file for each direction.

A client's frame is read by `client.read_frame` into a model; what the server sends is typed by the dictionaries of
`server.py`, made of those in `views.py`, and written by `server.write_frame`. Every frame names its kind in `t`.
Unknown fields of a client are ignored, so that a page somewhat newer than the server is still understood.
"""

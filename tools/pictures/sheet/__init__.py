"""Every screen of the house in every state and size, in one sheet to look at: ``make sheet``.

``states_tablet``, ``states_pit``, ``states_desk`` and ``states_house`` say what the states are and how the running
product is brought into them; ``__main__`` takes them; ``paper`` lays the pictures in a sheet a size and a page.
"""
